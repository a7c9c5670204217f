import type { Registry } from './registry.ts';
/** Id of the `<script type="application/json">` that every page carries. */
export declare const PAGE_CONFIG_ELEMENT_ID = "corvane-page";
/** Shows another build of one remote than the live one, in a developer's tab. */
export interface PageOverride {
    remote: string;
    /** As in `Release`. */
    version: string;
    base: string;
    css: string[];
    /** Text of the badge. */
    label: string;
    /** Where the badge leads. Null for the same page. */
    leaveUrl: string | null;
}
/** What the release tool writes into each page. Public: it holds no secret. */
export interface PageConfig {
    registry: Registry;
    /** The prefix of every path of this copy of the site: '' for the live site, `/_preview/<token>` for a preview. */
    basename: string;
    brandName: string;
    /** Where the API answers. Empty for the page's own origin. */
    apiUrl: string;
    publishableKey: string;
    /** Calendar year of the composition, for the copyright line. */
    year: number;
    /** Never in a released page: the host or a development server adds it. */
    override?: PageOverride;
}
