/**
 * Property of `window` by which `link/take-link-token.js` hands the access token of a link to the host. It is in
 * memory only: a reload forgets it.
 */
export declare const LINK_TOKEN_PROPERTY = "host:link-token";
/** Key in `history.state` that marks the entry of a customer's link, so that a reload can say what is missing. */
export declare const LINK_MARK = "host:link";
