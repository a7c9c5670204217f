import { growth } from './growth.ts';
import { moduleSizes } from './module-sizes.ts';
import type { RecordedSizes, Sizes } from './sizes.ts';

/** What grew in these scripts since the sizes were recorded. @param files site-absolute */
export async function grownModules(
  siteRoot: string,
  files: Iterable<string>,
  recorded: RecordedSizes,
): Promise<string[]> {
  const modules: Sizes = new Map();
  for (const file of files) {
    for (const [name, bytes] of await moduleSizes(siteRoot, file))
      modules.set(name, (modules.get(name) ?? 0) + bytes);
  }
  return growth(modules, recorded.modules);
}
