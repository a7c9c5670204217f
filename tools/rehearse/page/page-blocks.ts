/** Where a block of docs/several-machines.md is pasted. The last two cannot run in a rehearsal. */
const LABELS = ['settings', 'backend', 'web', 'archive', 'operator', 'system', 'hosted'] as const;
export type Label = (typeof LABELS)[number];

/** A fenced block of the page. */
export interface PageBlock {
  /** The headings above it, from the second level on: `['Rotating secrets', 'EDGE_SECRET']`. */
  headings: readonly string[];
  labels: readonly Label[];
  /** A second paste does it again. */
  isOnce: boolean;
  text: string;
  /** Of the fence in the page, counted from 1. */
  line: number;
}

/** Chapters whose blocks are run when something has happened, not to bring production up. */
export const FAULTS = 'When something breaks';
export const ROTATIONS = 'Rotating secrets';

/** @throws Error for a block with an unknown label, or without one. */
export function readPage(page: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  const headings: string[] = [];
  let open: { info: string; line: number; lines: string[] } | null = null;
  for (const [index, line] of page.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence && open === null) open = { info: fence[1] ?? '', line: index + 1, lines: [] };
    else if (fence && open !== null) {
      blocks.push({
        ...labelsOf(open),
        headings: [...headings],
        text: open.lines.join('\n'),
        line: open.line,
      });
      open = null;
    } else if (open !== null) open.lines.push(line);
    else {
      const [, marks = '', title = ''] = /^(##+) (.+)$/.exec(line) ?? [];
      if (marks !== '') headings.splice(marks.length - 2, headings.length, title);
    }
  }
  if (open !== null) throw new Error(`The block of line ${open.line} has no end`);
  return blocks;
}

function labelsOf({ info, line }: { info: string; line: number }): Pick<PageBlock, 'labels' | 'isOnce'> {
  const [language, ...words] = info.split(' ');
  const labels = words.filter((word) => word !== 'once');
  const unknown = labels.find((label) => !isLabel(label));
  if (language !== 'bash' || labels.length === 0 || unknown !== undefined)
    throw new Error(
      `The block of line ${line} is labelled "${info}": write \`\`\`bash and one of ${LABELS.join(', ')}`,
    );
  return { labels: labels.filter(isLabel), isOnce: words.includes('once') };
}

function isLabel(word: string): word is Label {
  return LABELS.some((label) => label === word);
}

/** Names and values of the block `settings`, in their order. @throws Error for a line that is no `export NAME=value`. */
export function readSettings(blocks: readonly PageBlock[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (const block of blocks.filter(({ labels }) => labels.includes('settings'))) {
    for (const line of block.text.split('\n')) {
      const [, name = '', value = ''] = /^export ([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      if (name === '') throw new Error(`The settings have a line that is no setting: ${line}`);
      settings.set(name, value.replaceAll("'", ''));
    }
  }
  return settings;
}

/** Variables that a shell has by itself. */
const OF_THE_SHELL = new Set(['HOME', 'PATH', 'PWD']);

/** Variables that a block reads, and that neither the settings nor the block itself set. */
export function undeclaredVariables(block: PageBlock, settings: ReadonlyMap<string, string>): string[] {
  const text = block.text.replaceAll(/'[^']*'/g, '');
  const read = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
  const own = [...block.text.matchAll(/(?:^|[\s;(])(?:export )?([A-Za-z_]\w*)=|\bfor (\w+) in\b/gm)].map(
    ([, set, loop]) => set ?? loop ?? '',
  );
  return [...new Set(read)].filter(
    (name) => !settings.has(name) && !own.includes(name) && !OF_THE_SHELL.has(name),
  );
}

/** Not in a rehearsal: blocks for another system, or that only set names. */
const canRun = ({ labels }: PageBlock) =>
  !labels.some((label) => label === 'settings' || label === 'system' || label === 'hosted');

/** The blocks that bring production up, in their order. */
export function bringUpBlocks(blocks: readonly PageBlock[]): PageBlock[] {
  return blocks.filter(
    (block) => canRun(block) && block.headings[0] !== FAULTS && block.headings[0] !== ROTATIONS,
  );
}

/** The blocks below a heading of a chapter that can run, in their order. @throws Error when there are none. */
export function blocksBelow(blocks: readonly PageBlock[], chapter: string, title: string): PageBlock[] {
  const found = blocks.filter(
    (block) => canRun(block) && block.headings[0] === chapter && block.headings[1] === title,
  );
  if (found.length === 0)
    throw new Error(`docs/several-machines.md has no commands below "${title}" of "${chapter}"`);
  return found;
}

/**
 * The blocks of a chapter itself that can run, in their order, without those of its parts.
 * @param having only those with this text
 * @throws Error when there are none.
 */
export function blocksOf(blocks: readonly PageBlock[], chapter: string, having = ''): PageBlock[] {
  const found = blocks.filter(
    (block) => canRun(block) && block.headings.join() === chapter && block.text.includes(having),
  );
  if (found.length === 0)
    throw new Error(`docs/several-machines.md has no commands with "${having}" in "${chapter}"`);
  return found;
}
