import { readFile } from 'node:fs/promises';
import { bringUpBlocks, type PageBlock } from '../page/page-blocks.ts';
import { stateOf } from './machine-state.ts';
import { machinesOf, paste } from './machines.ts';
import type { Stage } from './stage.ts';

interface BroughtUp {
  managerSalesId: string;
  repSalesId: string;
  /** What a second paste changed. Empty when nothing did. */
  changedBySecondPaste: string[];
  /** Milliseconds of each chapter. */
  chapters: { title: string; tookMs: number; secondMs: number }[];
}

/** Pastes the page's blocks in their order, each of those that say so twice. @throws UserError at the first that fails. */
export async function bringUp(
  stage: Stage,
  blocks: readonly PageBlock[],
  say: (line: string) => void,
): Promise<BroughtUp> {
  const chapters = new Map<string, { tookMs: number; secondMs: number }>();
  const changedBySecondPaste: string[] = [];
  const salesIds: string[] = [];
  for (const block of bringUpBlocks(blocks)) {
    const [title = ''] = block.headings;
    const chapter = chapters.get(title) ?? { tookMs: 0, secondMs: 0 };
    if (!chapters.has(title)) say(title);
    chapters.set(title, chapter);
    const pasteAll = async () => {
      const startedAt = performance.now();
      for (const machine of machinesOf(stage.machines, block.labels)) {
        const printed = await paste(machine, block);
        salesIds.push(...(printed.match(/\bSR(?:-\w{4}){3}\b/g) ?? []));
      }
      return performance.now() - startedAt;
    };
    chapter.tookMs += await pasteAll();
    if (block.isOnce) continue;
    const before = await stateOf(stage);
    chapter.secondMs += await pasteAll();
    const changed = differences(before, await stateOf(stage));
    if (changed.length > 0)
      changedBySecondPaste.push(
        `line ${block.line} of the page, pasted again, changed ${changed.join(', ')}`,
      );
  }
  const [managerSalesId = '', repSalesId = ''] = salesIds;
  return {
    managerSalesId,
    repSalesId,
    changedBySecondPaste,
    chapters: [...chapters].map(([title, times]) => ({ title, ...times })),
  };
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
}

/** Files of all other machines that hold a secret which only the backend may have. */
export async function leakedSecrets(stage: Stage, secrets: readonly string[]): Promise<string[]> {
  const { readdir } = await import('node:fs/promises');
  const found: string[] = [];
  for (const { root } of machinesOf(stage.machines, ['web', 'archive'])) {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = `${entry.parentPath}/${entry.name}`;
      const text = await readFile(file, 'latin1');
      if (secrets.some((secret) => text.includes(secret))) found.push(file);
    }
  }
  return found;
}
