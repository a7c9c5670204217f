import { ErrorState } from '@corvane/shared/ui/data-states';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { Component, type ReactNode } from 'react';
import { StaticCopy } from './static-copy.tsx';

interface RemoteBoundaryProps {
  /** The page as it came in its HTML, null when it did not. */
  staticPage(): Element | null;
  onRetry(): void;
  children: ReactNode;
}

/** Keeps a page that cannot be loaded, or that throws, to its own place: the shell and every other page go on. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const page = this.props.staticPage();
    if (page !== null) return <StaticCopy page={page} onRetry={this.props.onRetry} />;
    return (
      <OwnerRoot owner="host">
        <div className="mx-auto max-w-measure px-6 py-24" data-testid="host:remote-error">
          <h1 className="mb-6 text-title">This page could not be loaded</h1>
          <ErrorState
            title="Something between you and this page is not answering."
            onRetry={this.props.onRetry}
          >
            The rest of the site works. Try again now, or come back in a few minutes.
          </ErrorState>
        </div>
      </OwnerRoot>
    );
  }
}
