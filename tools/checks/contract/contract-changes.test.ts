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

const ADDITIONS: { change: string; edits: readonly Edit[] }[] = [
  {
    change: 'an optional member of the host',
    edits: [[HOST, TOAST, `${TOAST}  vibrate?: (ms: number) => void;\n`]],
  },
  {
    change: 'an option that may be left out',
    edits: [[HOST, 'timeoutMs?: number;', 'timeoutMs?: number; retries?: number;']],
  },
  {
    change: 'an optional fact of a page',
    edits: [['remote.ts', 'noIndex?: boolean;', 'noIndex?: boolean; image?: string;']],
  },
  {
    change: 'something more that a remote may have counted',
    edits: [['remote-counts.ts', "'prices-seen'?: true;", "'prices-seen'?: true;\n  'video-played'?: true;"]],
  },
  {
    change: 'a new type',
    edits: [
      [
        HOST,
        'export interface CallOptions',
        'export interface Fresh { a: string }\nexport interface CallOptions',
      ],
    ],
  },
];

test.concurrent.each(sampleOf('additions to the contract', ADDITIONS, 5))(
  '$change can be added',
  async ({ edits }) => {
    expect(await contractProblem(await edited(...edits))).toBeNull();
  },
);

const BREAKS: { change: string; edits: readonly Edit[]; named: string }[] = [
  { change: 'a removed member', edits: [[HOST, TOAST, '']], named: 'HostServices: ' },
  {
    change: 'another name of an attribute',
    edits: [['page-attributes.ts', "'data-anonymous'", "'data-anyone'"]],
    named: 'ANONYMOUS_ATTRIBUTE: ',
  },
  {
    change: 'a renamed member',
    edits: [[HOST, TOAST, TOAST.replace('toast', 'tell')]],
    named: 'HostServices: ',
  },
  {
    change: 'a removed option',
    edits: [[HOST, '  /** Whole milliseconds. By default 10,000. */\n  timeoutMs?: number;\n', '']],
    named: 'CallOptions: ',
  },
  {
    change: 'a retyped member',
    edits: [[HOST, 'showPricing: boolean', 'showPricing: string']],
    named: 'HostServices: ',
  },
  {
    change: 'a parameter that takes less',
    edits: [[HOST, "openSignIn: (kind: 'rep' | 'customer')", "openSignIn: (kind: 'rep')"]],
    named: 'HostServices: ',
  },
  {
    change: 'a parameter that asks for more',
    edits: [[HOST, 'description?: string;', 'description: string;']],
    named: 'ToastMessage: ',
  },
  {
    change: 'a new required member',
    edits: [[HOST, TOAST, `${TOAST}  vibrate: (ms: number) => void;\n`]],
    named: 'HostServices: ',
  },
  {
    change: 'a new kind of session',
    edits: [
      ['session.ts', "  | { status: 'restoring'", "  | { status: 'operator' }\n  | { status: 'restoring'"],
    ],
    named: 'Session: ',
  },
  {
    change: 'a new access of a route',
    edits: [['remote.ts', "access: 'public' | 'rep';", "access: 'public' | 'rep' | 'customer';"]],
    named: 'RemoteRoute: ',
  },
  {
    change: 'a lost count',
    edits: [['remote-counts.ts', "  'form-begun'?: true;\n", '']],
    named: 'RemoteCounts: ',
  },
  {
    change: 'another parameter with the instant of a price preview',
    edits: [['price-preview.ts', "'prices-at'", "'prices-on'"]],
    named: 'PRICES_AT_PARAMETER: ',
  },
  {
    change: 'another property that holds the token',
    edits: [['access-link.ts', "'host:link-token'", "'host:token'"]],
    named: 'LINK_TOKEN_PROPERTY: ',
  },
  {
    change: 'a removed error code',
    edits: [['api-error.ts', "  'forbidden',\n", '']],
    named: 'ErrorCode: ',
  },
  {
    change: 'a removed type',
    edits: [['remote.ts', 'export type PageDetailsByPath', 'export type PageDetailsOfPaths']],
    named: 'PageDetailsByPath: ',
  },
];

test.concurrent.each(sampleOf('breaks of the contract', BREAKS, 5))(
  '$change needs a new version',
  async ({ edits, named }) => {
    const problem = (await contractProblem(await edited(...edits))) ?? '';
    expect(problem).toContain(`raise CONTRACT_VERSION and keep the new declarations with ${KEEP_COMMAND}`);
    expect(problem).toContain(`\n  ${named}`);
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
