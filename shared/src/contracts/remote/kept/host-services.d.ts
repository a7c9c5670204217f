import type { AnchorHTMLAttributes, ComponentType, HTMLAttributes, ReactNode } from 'react';
import type { Session } from './session.ts';
/**
 * Version of everything that host, remotes and release tool exchange: the declarations of this folder. `kept/` holds a
 * copy of them for comparison. You can add an optional member at any time. Every other change raises the version, and a
 * check enforces that. Host and remotes work together if their versions differ by at most one (see
 * `contract-window.ts`).
 *
 * Functions are properties here, not methods: TypeScript compares the parameters of methods in both directions, and
 * would accept a narrower one.
 */
export declare const CONTRACT_VERSION = 1;
export interface HostLocation {
    pathname: string;
    /** Query string with its leading `?`, or ''. */
    search: string;
    hash: string;
    /** What `navigate` or `Link` passed as `state`. It has no type, so check it before use. */
    state: unknown;
}
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
    to: string;
    state?: unknown;
    children?: ReactNode;
}
export interface CallOptions {
    signal?: AbortSignal;
    /** Whole milliseconds. By default 10,000 for a procedure and 25,000 for a function. */
    timeoutMs?: number;
    /** The end of the session does not abort the call. The list of calls says which calls need it. */
    outlivesSession?: boolean;
}
/**
 * The backend for a remote: with the caller's session, never with a secret. Every failure is an `ApiError`. Answers are
 * `unknown`. Parse them with the schema of the call.
 */
export interface ApiClient {
    /** Calls a database procedure, POST /rest/v1/rpc/<name>. Row-level security decides what it sees. */
    rpc: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;
    /** Calls an Edge Function, POST /functions/v1/<name> with a JSON body. */
    invoke: (name: string, body: unknown, options?: CallOptions) => Promise<unknown>;
}
export interface ToastMessage {
    title: string;
    description?: string;
    tone?: 'success' | 'error' | 'info';
}
export interface AnalyticsEvent {
    action: string;
    category: string;
    label: string;
}
export interface NavigateOptions {
    replace?: boolean;
    state?: unknown;
}
/** Everything that the host gives to a remote, as a prop of every page. Any change in it makes a new object. */
export interface HostServices {
    brand: {
        name: string;
    };
    Link: ComponentType<LinkProps>;
    /**
     * For an element with links that are only HTML: they then do what `Link` does. Without it, the browser follows them.
     */
    plainLinks?: Pick<HTMLAttributes<HTMLElement>, 'onClick' | 'onPointerOver' | 'onFocus'>;
    /**
     * Repeats the last click in the page if it came before the page's code. Call it in a layout effect of the page.
     * Without it, such a click is lost.
     */
    repeatEarlyClick?: () => void;
    /** Moves within the site without a page load. `to` is a path with optional query and hash. */
    navigate: (to: string, options?: NavigateOptions) => void;
    location: HostLocation;
    session: Session;
    /** True for a live rep or customer. It is only a hint for wording: the server decides who receives a price. */
    showPricing: boolean;
    /** Asks the server whether the session is still live. Call it when an answer or a clock says that it is over. */
    checkSession?: () => Promise<void>;
    /**
     * Ends the session on the server and in every tab, and says so. It never rejects: in this browser the session is over
     * anyway.
     */
    signOut: () => Promise<void>;
    /** Opens the dialog for a sales ID (`rep`) or an access token (`customer`). */
    openSignIn: (kind: 'rep' | 'customer') => void;
    api: ApiClient;
    toast: (message: ToastMessage) => void;
    /**
     * Shows that a press has an effect, until the work settles: for code that is fetched when it is first used. A short
     * wait is never shown. Without it, the visitor sees nothing until the work is done.
     */
    showWait?: (work: Promise<unknown>) => void;
    /** Does nothing when the site has no analytics. */
    track: (event: AnalyticsEvent) => void;
}
