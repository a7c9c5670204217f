import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleOf } from '../../machine/sample.ts';
import { contractProblem, KEEP_COMMAND, keepContract } from './contract-changes.ts';

const CONTRACT_DIR = path.resolve(import.meta.dirname, '../../../shared/src/contracts/remote');

type Edit = readonly [file: string, before: string, after: string];

/** A copy of the contract with edits. */
async function edited(...edits: readonly Edit[]): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'corvane-contract-'));
  await cp(CONTRACT_DIR, copy, { recursive: true });
  for (const [file, before, after] of edits) {
    const source = await readFile(path.join(copy, file), 'utf8');
    if (!source.includes(before)) throw new Error(`${file} does not say: ${before}`);
    await writeFile(path.join(copy, file), source.replace(before, after));
  }
  return copy;
}

const HOST = 'host-services.ts';
const TOAST = '  toast: (message: ToastMessage) => void;\n';

test('host and remotes of today work with those of the kept contract', async () => {
  expect(await contractProblem()).toBeNull();
});

/** What changes, in which file, and how. */
const ADDITIONS: readonly [change: string, ...edit: Edit][] = [
  ['an optional member of the host', HOST, TOAST, `${TOAST}  vibrate?: (ms: number) => void;\n`],
  ['an option that may be left out', HOST, 'timeoutMs?: number;', 'timeoutMs?: number; retries?: number;'],
  ['an optional fact of a page', 'remote.ts', 'noIndex?: boolean;', 'noIndex?: boolean; image?: string;'],
  ['a count', 'remote-counts.ts', "'prices-seen'?: true;", "'prices-seen'?: true; 'video-played'?: true;"],
  [
    'a new type',
    HOST,
    'export interface CallOptions',
    'export interface New {}\nexport interface CallOptions',
  ],
];

test.concurrent.each(sampleOf('additions to the contract', ADDITIONS, 5))(
  '%s can be added',
  async (_change, ...edit) => {
    expect(await contractProblem(await edited(edit))).toBeNull();
  },
);

const TIMEOUT =
  '  /** Whole milliseconds. By default 10,000 for a procedure and 25,000 for a function. */\n  timeoutMs?: number;\n';
const RESTORING = "  | { status: 'restoring'";

/** With the export that is named. */
const BREAKS: readonly [change: string, named: string, ...edit: Edit][] = [
  ['a removed member', 'HostServices', HOST, TOAST, ''],
  ['another attribute', 'ANONYMOUS_ATTRIBUTE', 'page-attributes.ts', "'data-anonymous'", "'data-anyone'"],
  ['a renamed member', 'HostServices', HOST, TOAST, TOAST.replace('toast', 'tell')],
  ['a removed option', 'CallOptions', HOST, TIMEOUT, ''],
  ['a retyped member', 'HostServices', HOST, 'showPricing: boolean', 'showPricing: string'],
  ['a parameter that takes less', 'HostServices', HOST, "(kind: 'rep' | 'customer')", "(kind: 'rep')"],
  ['a parameter that asks for more', 'ToastMessage', HOST, 'description?: string;', 'description: string;'],
  ['a new required member', 'HostServices', HOST, TOAST, `${TOAST}  vibrate: (ms: number) => void;\n`],
  ['a new session', 'Session', 'session.ts', RESTORING, `  | { status: 'operator' }\n${RESTORING}`],
  ['a new access', 'RemoteRoute', 'remote.ts', "'public' | 'rep';", "'public' | 'rep' | 'customer';"],
  ['a lost count', 'RemoteCounts', 'remote-counts.ts', "  'form-begun'?: true;\n", ''],
  ['another parameter', 'PRICES_AT_PARAMETER', 'price-preview.ts', "'prices-at'", "'prices-on'"],
  ['another property', 'LINK_TOKEN_PROPERTY', 'access-link.ts', "'host:link-token'", "'host:token'"],
  ['a removed error code', 'ErrorCode', 'api-error.ts', "  'forbidden',\n", ''],
  ['a removed type', 'PageDetailsByPath', 'remote.ts', 'type PageDetailsByPath', 'type PageDetailsOfPaths'],
];

test.concurrent.each(sampleOf('breaks of the contract', BREAKS, 5))(
  '%s breaks %s and needs a new version',
  async (_change, named, ...edit) => {
    const problem = (await contractProblem(await edited(edit))) ?? '';
    expect(problem).toContain(`raise CONTRACT_VERSION and keep the new declarations with ${KEEP_COMMAND}`);
    expect(problem).toContain(`\n  ${named}: `);
  },
);

test('a raised version requires new declarations and passes with them', async () => {
  const dir = await edited([HOST, TOAST, ''], [HOST, 'CONTRACT_VERSION = 1', 'CONTRACT_VERSION = 2']);
  expect(await contractProblem(dir)).toContain(`keep the new ones with ${KEEP_COMMAND}`);
  await keepContract(dir);
  expect(await contractProblem(dir)).toBeNull();
});

test('an optional member deep inside another cannot be removed', async () => {
  const inside = `  toastAt?: (place: { corner?: { top?: boolean; left?: boolean } }) => void;\n`;
  const dir = await edited([HOST, TOAST, TOAST + inside]);
  await keepContract(dir);
  const file = path.join(dir, HOST);
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace(' left?: boolean', ''));
  expect(await contractProblem(dir)).toContain('\n  HostServices: ');
});

test('an incompatible change of the same version cannot overwrite the kept declarations', async () => {
  const dir = await edited([HOST, TOAST, '']);
  const file = path.join(dir, 'kept/host-services.d.ts');
  const before = await readFile(file, 'utf8');
  await expect(keepContract(dir)).rejects.toThrow('raise CONTRACT_VERSION first');
  expect(await readFile(file, 'utf8')).toBe(before);
});
