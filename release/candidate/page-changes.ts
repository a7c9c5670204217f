/** A tab that begins at one page, and goes on to others. */
interface PageChanges {
  from: string;
  targets: readonly string[];
}

/** Tabs that reach each page from another one. The page that a tab begins with keeps its HTML, so the first one needs two. */
export function pageChanges([first, ...others]: readonly string[]): PageChanges[] {
  const [second] = others;
  if (first === undefined || second === undefined) return [];
  return [
    { from: first, targets: others },
    { from: second, targets: [first] },
  ];
}
