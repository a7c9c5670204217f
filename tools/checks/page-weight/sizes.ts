/** Name of something that a page brings, to its size. */
export type Sizes = Map<string, number>;

/** What e2e/page-sizes.json contains: the sizes of all pages and scripts when they were recorded. */
export interface RecordedSizes {
  /** Modules of scripts, in bytes before compression. */
  modules: Readonly<Record<string, number>>;
  /** Parts of the HTML, in bytes before compression. */
  parts: Readonly<Record<string, number>>;
  /** The same parts, in elements. */
  elements: Readonly<Record<string, number>>;
  /** Rules of stylesheets, in bytes before compression. */
  rules: Readonly<Record<string, number>>;
}
