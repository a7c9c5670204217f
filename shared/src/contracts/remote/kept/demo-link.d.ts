/**
 * Where every link to book a demo leads. The purpose is in the address, so that it survives a new tab and a click
 * before hydration.
 */
export declare const BOOK_A_DEMO_PATH = "/contact?source=demo";
