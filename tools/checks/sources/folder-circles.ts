interface Import {
  /** Path of the importing file, from the root of the repository. */
  from: string;
  /** Path of the imported file. */
  to: string;
}

/**
 * Finds sibling folders that import each other, also through a third one. For each two folders of such a circle, it
 * names one import. Files that stand beside the folders are ignored: code that several folders need may stand above
 * them. The packages are ignored as well, because .dependency-cruiser.mjs has rules for them.
 * @example 'host/src/api/a.ts imports host/src/session/b.ts'
 */
export function folderCircles(imports: readonly Import[]): string[] {
  // For each folder, the siblings that it imports, each with one such import.
  const imported = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const siblings = siblingsOf(from, to);
    if (siblings === null) continue;
    const [folder, sibling] = siblings;
    const known = imported.get(folder) ?? new Map<string, string>();
    imported.set(folder, known);
    if (!known.has(sibling)) known.set(sibling, `${from} imports ${to}`);
  }
  return [...imported].flatMap(([folder, siblings]) =>
    [...siblings].filter(([sibling]) => reaches(imported, sibling, folder)).map(([, what]) => what),
  );
}

/** The two sibling folders below a package that hold the files. Null if there are none. */
function siblingsOf(from: string, to: string): [string, string] | null {
  const a = from.split('/');
  const b = to.split('/');
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth < 1 || depth >= a.length - 1 || depth >= b.length - 1) return null;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

function reaches(imported: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string, end: string) {
  const seen = new Set([start]);
  for (const folder of seen) {
    for (const next of imported.get(folder)?.keys() ?? []) seen.add(next);
  }
  return seen.has(end);
}
