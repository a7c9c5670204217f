import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { BROKEN_PARTS, DATABASE_LOST } from '../faults/broken-parts.ts';
import { LOST_MACHINES } from '../faults/lost-machines.ts';
import { ROTATED } from '../faults/rotations.ts';
import { settingsOf } from '../machines/machines.ts';
import { namedSecrets, reasonsOf } from './named-secrets.ts';
import {
  blocksBelow,
  blocksOf,
  bringUpBlocks,
  FAULTS,
  ROTATIONS,
  readPage,
  readSettings,
  undeclaredVariables,
} from './page-blocks.ts';

const PAGE = readFileSync(path.join(WORKSPACE_ROOT, 'docs/several-machines.md'), 'utf8');
const BLOCKS = readPage(PAGE);
const SETTINGS = readSettings(BLOCKS);

const OPERATIONS = readFileSync(path.join(WORKSPACE_ROOT, 'docs/operations.md'), 'utf8');
/** Where the secrets of developers and of pipelines are named. */
const OTHER_PAGES = ['developing', 'pipelines'].map((name) =>
  readFileSync(path.join(WORKSPACE_ROOT, `docs/${name}.md`), 'utf8'),
);
/** Secrets that no rotation is rehearsed of, with the reason. */
const NOT_ROTATED = reasonsOf(OPERATIONS, ['Secret', 'Why not']);

/** The names of the first column of a table, without the alternatives beside them. */
function rowsBelow(heading: string): string[] {
  const [, chapter = ''] = OPERATIONS.split(`\n## ${heading}\n`);
  const [table = ''] = chapter.split('\n| Secret ');
  const rows = table.split('\n## ')[0]?.matchAll(/^\| ([^|]+?) +\|/gm) ?? [];
  return [...rows].map(([, cell = '']) => cell).filter((cell) => !/^(What|-+)$/.test(cell));
}

/** Where bash ignores that a command failed, also after `set -e`. */
function hiddenFailures(text: string): string[] {
  return text.match(/\bexport \w+="?\$\(.*|\bfor \w+ in \$\((?!seq ).*/g) ?? [];
}

describe('the page of production', () => {
  test('has blocks for every machine, and chapters for faults and rotations', () => {
    for (const label of ['backend', 'web', 'archive', 'operator'] as const)
      expect(bringUpBlocks(BLOCKS).some(({ labels }) => labels.includes(label))).toBe(true);
    for (const chapter of [FAULTS, ROTATIONS])
      expect(BLOCKS.some(({ headings }) => headings[0] === chapter)).toBe(true);
  });

  test.each(
    BLOCKS.filter(({ labels }) => !labels.includes('hosted')).map((block) => [block.line, block] as const),
  )('the block of line %i sets every variable that it reads', (_line, block) => {
    expect(undeclaredVariables(block, SETTINGS)).toEqual([]);
  });

  test('has no block in which a part can fail and the block goes on', () => {
    expect(BLOCKS.flatMap(({ text }) => hiddenFailures(text))).toEqual([]);
    expect(hiddenFailures('export KEY=$(cat none)\nfor one in $(list); do a; done')).toHaveLength(2);
    expect(hiddenFailures('KEY=$(cat none)\nfor try in $(seq 9); do a; done')).toEqual([]);
  });

  test('has no block whose further lines SSH would read as its input', () => {
    const reading = BLOCKS.flatMap(({ text }) => text.split('\n')).filter(
      (line) => /\bssh (?!-n |-f )/.test(line) && !/\| ssh /.test(line),
    );
    expect(reading).toEqual([]);
  });

  test('names only scripts that are there', () => {
    const scripts = BLOCKS.flatMap(({ text }) => text.match(/\bproduction\/[\w./-]+/g) ?? []);
    expect(scripts.length).toBeGreaterThan(10);
    for (const script of scripts) expect(existsSync(path.join(WORKSPACE_ROOT, script)), script).toBe(true);
  });

  test('needs no other page', () => {
    expect(PAGE.match(/\]\((?!#)[^)]*\)/g)).toBeNull();
  });

  test('has what each rehearsed fault and rotation pastes', () => {
    for (const { heading } of ROTATED)
      expect(blocksBelow(BLOCKS, ROTATIONS, heading).length).toBeGreaterThan(0);
    for (const title of [
      ...['A web machine', 'The certificate', 'The database is lost'],
      ...['The archive is lost', 'The backend and the archive are lost'],
    ])
      expect(blocksBelow(BLOCKS, FAULTS, title).length).toBeGreaterThan(0);
    for (const [chapter, having] of [
      ['Database', 'configure-database.sh'],
      ['Database', 'roles.sql'],
      ['Daily jobs and the doctor', 'configure-jobs.sh'],
    ] as const)
      expect(blocksOf(BLOCKS, chapter, having), `${having} in ${chapter}`).toHaveLength(1);
    const names = [...BROKEN_PARTS, DATABASE_LOST, ...LOST_MACHINES, ...ROTATED].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('says how each secret of operations.md is rotated, and the rehearsal rotates it', () => {
    const secrets = rowsBelow('Rotating secrets');
    expect(secrets.length).toBeGreaterThan(8);
    const headings = BLOCKS.filter(({ headings: [chapter] }) => chapter === ROTATIONS).map(
      ({ headings }) => headings[1] ?? '',
    );
    for (const cell of secrets)
      for (const name of cell.replaceAll('`', '').split(', ')) {
        const heading = headings.find((title) => title.toLowerCase() === name.toLowerCase());
        expect(heading, `a rotation of ${name} in docs/several-machines.md`).toBeDefined();
        expect(ROTATED.map((rotation) => rotation.heading)).toContain(heading);
      }
    // And the rehearsal covers every rotation of the page.
    expect([...new Set(headings)].sort()).toEqual([...new Set(ROTATED.map(({ heading }) => heading))].sort());
  });

  test('and the pages beside it name no secret that is neither rotated nor excepted with a reason', () => {
    const named = new Set([PAGE, OPERATIONS, ...OTHER_PAGES].flatMap((page) => [...namedSecrets(page)]));
    const rotated = ROTATED.flatMap(({ secrets }) => secrets);
    expect(named.size).toBeGreaterThan(30);
    expect([...named].filter((name) => !rotated.includes(name) && !NOT_ROTATED.has(name))).toEqual([]);
    // No rotation and no exception outlives the name of its secret.
    expect([...rotated, ...NOT_ROTATED.keys()].filter((name) => !named.has(name))).toEqual([]);
    expect(rotated.filter((name) => NOT_ROTATED.has(name))).toEqual([]);
    expect([...NOT_ROTATED].filter(([, reason]) => reason.length < 20)).toEqual([]);
  });

  test('settings that the rehearsal replaces are on the page', () => {
    expect(settingsOf(SETTINGS, '/tmp/machine', { SITE_HOST: 'x' }).get('ETC')).toBe(
      '/tmp/machine/etc/corvane',
    );
    expect(() => settingsOf(SETTINGS, '/tmp/machine', { NO_SUCH: 'x' })).toThrow('no setting NO_SUCH');
  });
});

describe('a page with a mistake is refused', () => {
  const block = (info: string, text: string) => `## Chapter\n\n\`\`\`${info}\n${text}\n\`\`\`\n`;

  test.each([
    ['without a label', 'bash', /labelled "bash"/],
    ['with an unknown machine', 'bash webb', /labelled "bash webb"/],
    ['in another language', 'sh backend', /labelled "sh backend"/],
  ])('a block %s', (_case, info, message) => {
    expect(() => readPage(block(info, 'true'))).toThrow(message);
  });

  test('a block without an end', () => {
    expect(() => readPage('```bash backend\ntrue\n')).toThrow('has no end');
  });

  test('a variable that nothing sets', () => {
    const [read] = readPage(
      block('bash backend', 'own=1; for each in a; do echo "$own $each $OTHER" \'$quoted\'; done'),
    );
    expect(read && undeclaredVariables(read, new Map())).toEqual(['OTHER']);
  });
});
