import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { Component, type ReactNode } from 'react';
import { FailedPage, PagePending } from './page-states.tsx';
import { RemoteUnavailableError } from './remote-loader.ts';
import { type KeptPage, StaticCopy } from './static-page.tsx';

declare global {
  interface Window {
    /**
     * Of shared/src/first-paint/start-after-paint.js: loads the page again if the site answers, and keeps what is typed
     * in its forms. Tells whether it does.
     */
    'host:reload'?(): Promise<boolean>;
  }
}

interface RemoteBoundaryProps {
  host: HostServices;
  /** The page from its own HTML. Null when there is none. */
  staticPage(): KeptPage | null;
  /** A reload would lose the unused token of a customer's link, so only a person may ask for it. */
  holdsLink: boolean;
  /** The browser has loaded this page's HTML, so it has nothing more to give. */
  isFirstPage: boolean;
  /** Loads the page's code again. */
  onRetry(): void;
  children: ReactNode;
}

interface RemoteBoundaryState {
  /** Wrapped in an object, because a page can throw any value, even null. */
  failure: { error: unknown } | null;
  failures: number;
  retrying: boolean;
}

/** Contains a page that fails to load or throws: the shell and every other page keep working. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, RemoteBoundaryState> {
  override state: RemoteBoundaryState = { failure: null, failures: 0, retrying: false };
  #isMounted = false;

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidMount() {
    this.#isMounted = true;
  }

  override componentDidCatch(error: unknown) {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
    if (!(error instanceof RemoteUnavailableError)) return;
    addEventListener('online', this.#onOnline);
    // Its HTML has its styles, and can be read.
    if (!this.props.isFirstPage && !this.props.holdsLink) void this.#reload();
  }

  override componentWillUnmount() {
    this.#isMounted = false;
    removeEventListener('online', this.#onOnline);
  }

  /** While a page is open, a browser remembers that a module did not arrive. @returns whether the page is loaded again */
  async #reload(): Promise<boolean> {
    this.setState({ retrying: true });
    const isReloading = (await window['host:reload']?.()) === true;
    this.setState({ retrying: isReloading });
    return isReloading;
  }

  /** What is typed into a dialog would be lost. */
  readonly #onOnline = () => {
    if (!this.props.holdsLink && document.querySelector('[role="dialog"]') === null) void this.#retry();
  };

  readonly #retry = async (): Promise<void> => {
    // The page's code is loaded, so draw only its content again.
    if (!(this.state.failure?.error instanceof RemoteUnavailableError)) {
      this.setState({ failure: null });
      return;
    }
    // A page of HTML stays, with what is typed in it. Any other is requested again.
    const isReloading = await this.#reload();
    // If the person has left, the page that they opened must stay as it is.
    if (!isReloading && this.#isMounted && this.props.staticPage() === null) this.props.onRetry();
  };

  override render() {
    const { failure, failures, retrying } = this.state;
    if (failure === null) return this.props.children;
    // The browser may load it. Once it has, this is the first page, so a link does so once.
    if (retrying && !this.props.isFirstPage) return <PagePending />;
    const page = failure.error instanceof RemoteUnavailableError ? this.props.staticPage() : null;
    if (page !== null) return <StaticCopy page={page} retrying={retrying} onRetry={this.#retry} />;
    return (
      <FailedPage
        error={failure.error}
        failures={failures}
        retrying={retrying}
        onRetry={this.#retry}
        host={this.props.host}
      />
    );
  }
}
