/*
 * Attributes that a remote sets and the host's stylesheet reads. They are part of the contract: a remote imports the name,
 * and `tools/checks/sources/page-attributes.test.ts` compares the stylesheets.
 */

/** On an element for anonymous visitors only. It is hidden while a stored session is being restored. */
export const ANONYMOUS_ATTRIBUTE = 'data-anonymous';

/** On the document's element, with the value `dark` while the shown page is dark. */
export const PAGE_THEME_ATTRIBUTE = 'data-page-theme';

/**
 * On the document's element, with the value `dark` while a signed-in representative uses the dark theme. It is set
 * before the first paint of every page.
 */
export const REP_THEME_ATTRIBUTE = 'data-rep-theme';

/** On an element of a page that follows the representative's theme, so that the host's frame follows too. */
export const THEMED_ATTRIBUTE = 'data-themed';

/**
 * On the document's element, with the value `near` while what is far below the screen may be laid out late. The page's
 * HTML sets it.
 */
export const LAYOUT_ATTRIBUTE = 'data-layout';
