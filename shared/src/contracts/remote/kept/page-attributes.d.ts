/** On an element for anonymous visitors alone: it is hidden while a stored session is being restored. */
export declare const ANONYMOUS_ATTRIBUTE = "data-anonymous";
/** On the document's element, with the value `dark` while the page that is shown is dark. */
export declare const PAGE_THEME_ATTRIBUTE = "data-page-theme";
