import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** A command line of a document, as a reader pastes it. */
interface DocumentedCommand {
  /** `docs/releasing.md`, relative to the workspace. */
  file: string;
  line: string;
}

/** A block of the documents. `language` is '' for commands. */
interface DocumentedBlock {
  file: string;
  language: string;
  text: string;
}

/**
 * For the shell that runs a pasted line: scripts of package.json, as pnpm runs them. pnpm itself would look at the
 * packages of a copy of the workspace, and install them.
 */
export const SCRIPTS_WITHOUT_PNPM = `
  run() { local script; script=$(node -p "require('./package.json').scripts['$1']"); shift; $script "$@"; }
  npx() { [ "$1 $2" = '-y pnpm@12' ]; shift 2; "$@"; }
`;

/** Every fenced block of README and docs. */
export async function documentedBlocks(): Promise<DocumentedBlock[]> {
  const blocks: DocumentedBlock[] = [];
  for (const [file, text] of await documents()) {
    for (const [, indent = '', language = '', body = ''] of text.matchAll(
      /^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms,
    )) {
      blocks.push({ file, language, text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '') });
    }
  }
  return blocks;
}

/**
 * Command lines of blocks without a language, and those of the official CLI. Also those between backticks that begin
 * with a program or `run release`.
 */
export async function documentedCommands(): Promise<DocumentedCommand[]> {
  const ofBlocks = (await documentedBlocks())
    .filter(({ language }) => language === '')
    .flatMap(({ file, text }) => text.split('\n').map((line) => ({ file, line: withoutComment(line) })));
  // Those for a hosted project. The rehearsal covers what runs on machines of one's own.
  const ofHosted = (await documentedBlocks())
    .filter(({ language }) => language === 'bash')
    .flatMap(({ file, text }) => text.split('\n').map((line) => ({ file, line: withoutComment(line) })))
    .filter(({ line }) => line.startsWith('npx -y supabase@'));
  const inline: DocumentedCommand[] = [];
  for (const [file, text] of await documents()) {
    const prose = text.replaceAll(/^( *)```.*?^\1```$/gms, '');
    for (const [, code = ''] of prose.matchAll(
      /`((?:npx -y pnpm@12|(?:npm )?run release|nginx|node)\s[^`]*)`/g,
    ))
      inline.push({ file, line: code.replaceAll(/\s+/g, ' ') });
  }
  return [...ofBlocks, ...ofHosted, ...inline].filter(({ line }) => line !== '');
}

/** Path and text of README and docs. Decisions describe the past, so they are excluded. */
export async function documents(): Promise<[string, string][]> {
  const docs = path.join(WORKSPACE_ROOT, 'docs');
  const files = (await readdir(docs, { recursive: true }))
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .map((file) => path.join('docs', file));
  return Promise.all(
    ['README.md', ...files.sort()].map(
      async (file): Promise<[string, string]> => [
        file,
        await readFile(path.join(WORKSPACE_ROOT, file), 'utf8'),
      ],
    ),
  );
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s+)#.*$/, '').trim();
}

/** Words as a shell splits them, without its quotes. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
}

/** @returns the simple commands of a line, without the variables set before them. */
export function simpleCommands(line: string): string[][] {
  return line.split(/\s*&&\s*/).map((command) => {
    const words = wordsOf(command);
    while (/^[A-Z_]+=/.test(words[0] ?? '')) words.shift();
    return words;
  });
}
