import { ErrorState } from '@corvane/shared/ui/data-states';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { Component, type ReactNode } from 'react';
import { StaticCopy } from './static-copy.tsx';
import { tryAgain } from './try-again.ts';

interface RemoteBoundaryProps {
  /** The page as it came in its HTML, null when it did not. */
  staticPage(): Element | null;
  onRetry(): void;
  children: ReactNode;
}

/** Contains a page that cannot be loaded or that throws: the shell and every other page keep working. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean; retrying: boolean }> {
  override state = { failed: false, retrying: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  readonly #retry = async (): Promise<void> => {
    this.setState({ retrying: true });
    await tryAgain(this.props.onRetry);
    this.setState({ retrying: false });
  };

  override render() {
    const { failed, retrying } = this.state;
    if (!failed) return this.props.children;
    const page = this.props.staticPage();
    if (page !== null) return <StaticCopy page={page} retrying={retrying} onRetry={this.#retry} />;
    return (
      <OwnerRoot owner="host">
        <div className="mx-auto max-w-measure px-6 py-24" data-testid="host:remote-error">
          <h1 className="mb-6 text-title">This page could not be loaded</h1>
          <ErrorState
            title="The connection to this page is not answering."
            retrying={retrying}
            onRetry={this.#retry}
          >
            The rest of the site works. Try again now, or come back in a few minutes.
          </ErrorState>
        </div>
      </OwnerRoot>
    );
  }
}
