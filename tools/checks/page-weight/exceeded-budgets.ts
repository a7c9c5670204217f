import { growth } from './growth.ts';
import type { PageWeight, WeighedPage } from './page-weight.ts';
import type { RecordedSizes } from './sizes.ts';

type Causes = (page: WeighedPage, recorded: RecordedSizes) => string[];

const modules: Causes = (page, recorded) => growth(page.modules, recorded.modules);
const parts: Causes = (page, recorded) => growth(page.parts, recorded.parts);

/** What can make each weight grow. */
const CAUSES: Readonly<Record<keyof PageWeight, Causes>> = {
  htmlBytes: parts,
  inlinedStyleBytes: (page, recorded) => growth(page.rules, recorded.rules),
  configBytes: parts,
  nodes: (page, recorded) => growth(page.elements, recorded.elements, 'elements'),
  scriptFiles: modules,
  scriptBytes: modules,
  smallFiles: (page) => page.smallFiles,
  fontBytes: (page) => page.fonts,
  duplicateBytes: (page) => page.duplicates,
};

/**
 * For each budget that a page exceeds: its weight, and what grew since the sizes were recorded.
 * @example ['nodes: 640, budget 620', '  +45 elements /about section hero-title']
 */
export function exceededBudgets(
  page: WeighedPage,
  budget: Readonly<PageWeight>,
  recorded: RecordedSizes,
): string[] {
  const kinds = Object.keys(CAUSES) as (keyof PageWeight)[];
  return kinds
    .filter((kind) => page.weight[kind] > budget[kind])
    .flatMap((kind) => {
      const causes = CAUSES[kind](page, recorded);
      return [
        `${kind}: ${number(page.weight[kind])}, budget ${number(budget[kind])}`,
        ...(causes.length === 0 ? ['nothing grew since the sizes were recorded'] : causes).map(
          (cause) => `  ${cause}`,
        ),
      ];
    });
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
