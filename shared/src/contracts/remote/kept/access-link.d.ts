/**
 * The property of `window` through which `link/take-link-token.js` hands a link's access token to the host. It is only
 * in memory: a reload forgets it.
 */
export declare const LINK_TOKEN_PROPERTY = "host:link-token";
/** Key in `history.state` that marks the entry of a customer's link, so that a reload can say what is missing. */
export declare const LINK_MARK = "host:link";
/** State of the navigation after a customer signs in: the page scrolls to its plans and focuses them. */
export declare const SHOW_PLANS: {
    readonly 'host:show': 'plans';
};
/** @param state what a navigation passed, of any shape */
export declare function asksForPlans(state: unknown): boolean;
