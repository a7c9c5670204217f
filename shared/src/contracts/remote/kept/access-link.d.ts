/**
 * Property of `window` by which `link/take-link-token.js` hands the access token of a link to the host. It is in
 * memory only: a reload forgets it.
 */
export declare const LINK_TOKEN_PROPERTY = "host:link-token";
/** Key in `history.state` that marks the entry of a customer's link, so that a reload can say what is missing. */
export declare const LINK_MARK = "host:link";
/** State of the navigation that follows a customer's signing in: the page brings its plans into sight and focus. */
export declare const SHOW_PLANS: {
    readonly 'host:show': 'plans';
};
/** @param state what a navigation passed along, of any shape */
export declare function asksForPlans(state: unknown): boolean;
