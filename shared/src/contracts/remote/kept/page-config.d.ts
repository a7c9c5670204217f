import type { Registry } from './registry.ts';
/** Id of the `<script type="application/json">` that every page carries. */
export declare const PAGE_CONFIG_ELEMENT_ID = "corvane-page";
/** What the release tool writes into each page. Public: it holds no secret. */
export interface PageConfig {
    registry: Registry;
    /** What stands before every path of this copy of the site: '' for the live site, `/_preview/<token>` for a preview. */
    basename: string;
    brandName: string;
    /** Where the API answers; '' for the page's own origin. */
    apiUrl: string;
    publishableKey: string;
    /** Calendar year of the composition, for the copyright line. */
    year: number;
}
