import path from 'node:path';

const FENCED = /^( *)```.*?^\1```$/gms;

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(FENCED, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let again = 0;
    while (anchors.has(again === 0 ? anchor : `${anchor}-${again}`)) again += 1;
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`);
  }
  return anchors;
}

/**
 * Links between documents that lead nowhere, as `file: target`.
 * @param documents texts by path from the workspace
 * @param exists whether a file or folder exists
 */
export function brokenLinks(
  documents: ReadonlyMap<string, string>,
  exists: (file: string) => boolean,
): string[] {
  const broken: string[] = [];
  for (const [file, text] of documents) {
    for (const [, target = ''] of text.replaceAll(FENCED, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [to = '', anchor] = target.split('#');
      const found = to === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(to));
      const page = documents.get(found);
      const isWhole = exists(found) && (anchor === undefined || (page && anchorsOf(page).has(anchor)));
      if (!isWhole) broken.push(`${file}: ${target}`);
    }
  }
  return broken;
}

/** Documents of this repository that a file names by their path, but that do not exist, as `file: path`. */
export function missingDocuments(
  sources: ReadonlyMap<string, string>,
  exists: (file: string) => boolean,
): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...new Set(text.match(/(?<![\w./-])docs\/[\w/.-]+\.md\b/g))]
      .filter((document) => !exists(document))
      .map((document) => `${file}: ${document}`),
  );
}

/**
 * Files and folders that a document names in backticks, but that do not exist, as `file: path`. A path begins with a
 * folder of the workspace. A source file may also be named by the end of its path. `*` and `<…>` stand for any name.
 * @param files all paths of the workspace
 */
export function missingPaths(documents: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  const folders = new Set(
    files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1))),
  );
  const known = [...files, ...folders];
  const isMissing = (named: string) => {
    const isWhole = folders.has(named.replace(/\/.+|$/, '/'));
    if (!isWhole && !/\.(tsx?|sql|css|conf|timer)$/.test(named)) return false;
    const pattern = named.replaceAll('.', '\\.').replaceAll(/<\w+>|\*/g, '[^/]+');
    const path = new RegExp(`${isWhole ? '^' : '(^|/)'}${pattern}/?$`);
    return !known.some((file) => path.test(file));
  };
  return [...documents].flatMap(([file, text]) =>
    [...text.replaceAll(FENCED, '').matchAll(/`([\w.<>*/-]+)`/g)]
      .map(([, named = '']) => named)
      .filter(isMissing)
      .map((named) => `${file}: ${named}`),
  );
}
