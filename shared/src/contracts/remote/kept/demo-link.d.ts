/** Where every link that books a demo leads. The address says so, so a new tab and a click before hydration do too. */
export declare const BOOK_A_DEMO_PATH = "/contact?source=demo";
