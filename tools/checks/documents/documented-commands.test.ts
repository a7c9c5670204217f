import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseOpsArguments } from '../../../operations/parse-ops-arguments.ts';
import { pageOf, releaseFirstSite, temporaryDirectory } from '../../../release/change/for-tests/fake-site.ts';
import { openSite } from '../../../release/change/open-site.ts';
import { parseReleaseArguments } from '../../../release/command/parse-release-arguments.ts';
import { bucketDestination } from '../../../release/store/bucket/bucket-destination.ts';
import { startBucketServer } from '../../../release/store/bucket/bucket-for-tests.ts';
import { seededDatabase } from '../../../supabase/tests/fixtures/database-template.ts';
import { readApplication } from '../../command/read-application.ts';
import { openDatabase } from '../../stack/backend/engine/database.ts';
import { type CliOutcome, runSupabaseCli, SUPABASE_CLI } from '../../stack/backend/schema/supabase-cli.ts';
import { readDevArguments } from '../../stack/dev-against.ts';
import { APPS } from '../../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import {
  documentedBlocks,
  documentedCommands,
  SCRIPTS_WITHOUT_PNPM,
  simpleCommands,
  wordsOf,
} from './documented-commands.ts';

const SCRIPTS = Object.keys(
  JSON.parse(await readFile(path.join(WORKSPACE_ROOT, 'package.json'), 'utf8')).scripts as object,
);
const COMMANDS = await documentedCommands();

/** Placeholders that a reader fills in, and optional parts in brackets. */
function filledIn(word: string): string {
  return word
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/<(?:state|number)>/, '1')
    .replace(/<version>|<key>/, '1a2b3c')
    .replace(/<app(?:lication)?>/, 'portal')
    .replace(/<address>/, `https://corvane.example/_preview/${'a1'.repeat(16)}`)
    .replace(/<[\w -]+>/, 'x');
}

/** Commands of the workspace: the script exists, and it takes these words. */
function checkScript([script = '', ...args]: readonly string[]): void {
  expect(SCRIPTS).toContain(script);
  if (args.includes('--help')) return;
  // The remote of the chapter 'Another remote': new-remote.test.ts runs that chapter.
  if (script === 'release' && args.length > 0) parseReleaseArguments(args, [...APPS, 'partners']);
  if (script === 'dev') readDevArguments(args);
  if (script === 'build') readApplication(args, script);
  if (/^(?:preview|comment)-pull-request$/.test(script)) readApplication(args.slice(0, 1), script);
  if (script === 'ops' && args.length > 0) parseOpsArguments(args);
}

const GIT = ['add', 'commit', 'fetch', 'pull'];

/** @throws for a command that does not exist, or does not take its options. */
function check(words: readonly string[]): void {
  const [program = '', ...args] = words.map(filledIn);
  switch (program) {
    case 'npx': {
      // The test below asks it for its options.
      if (args[1] === SUPABASE_CLI) return;
      expect(args.slice(0, 2)).toEqual(['-y', 'pnpm@12']);
      const [first, ...rest] = args.slice(2);
      if (['install', 'audit', 'licenses', 'sbom'].includes(first ?? '')) return;
      if (first === 'exec') {
        expect(['node', 'vitest']).toContain(rest[0]);
        const files = rest.filter((word) => /^(?:tools|supabase)\//.test(word));
        expect(files).not.toEqual([]);
        for (const file of files) expect(existsSync(path.join(WORKSPACE_ROOT, file)), file).toBe(true);
        return;
      }
      checkScript(first === 'run' ? rest : args.slice(2));
      return;
    }
    case 'run':
      checkScript(args);
      return;
    case 'git':
      expect(GIT).toContain(args[0]);
      return;
    case 'node':
      throw new Error('Node 20 runs no TypeScript. Use npx -y pnpm@12 exec node.');
    // nginx-start.test.ts runs the first four, the test below the others, supabase is asked for its options.
    case '.ci/run':
      expect(existsSync(path.join(WORKSPACE_ROOT, program))).toBe(true);
      return;
    case 'nginx':
    case 'mkdir':
    case 'cp':
    case 'ln':
    case 'mv':
    case 'supabase':
      return;
    default:
      throw new Error(`No test knows the program "${program}". Mark a block that is no command as text.`);
  }
}

describe('every documented command', () => {
  test('is found', () => {
    expect(COMMANDS.length).toBeGreaterThan(40);
    expect(COMMANDS.map(({ line }) => line)).toContain('run release promote marketing');
  });

  test.each(COMMANDS.map(({ file, line }) => [line, file]))('%s (%s) exists with its options', (line) => {
    for (const words of simpleCommands(line)) check(words);
  });

  test.each([
    ['npx -y pnpm@12 run relase marketing', /relase/],
    ['run release rollback', /Which application/],
    ['run release marketing --preveiw', /Unknown option '--preveiw'/],
    ['npx -y pnpm@12 run ops rep ad --name x', /Unknown command/],
    ['npx -y pnpm@12 run ops price set --plann x', /Unknown option/],
    ['npx -y pnpm@12 run bench:webb', /bench:webb/],
    ['npx -y pnpm@12 exec vitest run tools/no-such.test.ts', /no-such/],
    ['node tools/gateway/nginx/write-nginx-api-calls.ts', /Node 20 runs no TypeScript/],
    ['npx -y pnpm@12 exec node tools/gateway/no-such-file.ts', /no-such-file/],
    ['assets/host/<version>/ the builds', /No test knows the program/],
  ])('the check finds %s', (line, message) => {
    expect(() => simpleCommands(line).forEach(check)).toThrow(message);
  });
});

test('pointing the document root at an earlier state by hand works as pasted', async () => {
  const { line = '' } = COMMANDS.find((command) => command.line.startsWith('ln -sfn states/')) ?? {};
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-by-hand-'));
  await mkdir(path.join(root, 'site/states/7'), { recursive: true });
  const pasted = line.replaceAll('/srv/corvane', root).replace('<number>', '7');
  for (const _again of [1, 2]) expect(spawnSync('bash', ['-euc', pasted]).status).toBe(0);
  expect(await readlink(path.join(root, 'site/current'))).toBe('states/7');
});

test('a web server follows a bucket with the command as pasted', async () => {
  const server = await startBucketServer();
  try {
    const copy = await temporaryDirectory('site-copy');
    await releaseFirstSite(bucketDestination(server.open({ prefix: 'production/' }), copy));
    const root = await temporaryDirectory('followed');
    const { line = '' } = COMMANDS.find((command) => command.line.includes('release pull')) ?? {};
    const pasted = line.replace('s3://corvane-site/', 's3://site/').replace('/srv/corvane/site', root);
    await promisify(execFile)('bash', ['-euc', SCRIPTS_WITHOUT_PNPM + pasted], {
      cwd: WORKSPACE_ROOT,
      env: {
        ...process.env,
        S3_ENDPOINT: server.endpoint,
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
      },
    });
    expect(await pageOf(openSite(root).destination, 'index.html')).toContain('<h1');
  } finally {
    await server.close();
  }
});

/** In the blocks of docs/production.md. */
const CLI = (await documentedBlocks())
  .flatMap(({ text }) => text.split('\n'))
  .filter((line) => line.startsWith(`npx -y ${SUPABASE_CLI} `));
test('the official CLI is documented in the version of the tests', () => {
  expect(CLI.length).toBeGreaterThan(4);
});
/** What the official CLI says of a command. Several lines use the same one, and each start of the CLI takes seconds. */
const CLI_HELP = new Map<string, Promise<CliOutcome>>();
function cliHelp(command: readonly string[]): Promise<CliOutcome> {
  const key = command.join(' ');
  const help = CLI_HELP.get(key) ?? runSupabaseCli([...command, '--help']);
  CLI_HELP.set(key, help);
  return help;
}
test.each(CLI)('%s: the official CLI has the command and its options', { tags: ['deep'] }, async (line) => {
  const words = wordsOf(line).slice(3);
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
  const command = words.slice(
    0,
    words.findIndex((word) => word.startsWith('--')),
  );
  const { status, stdout, stderr } = await cliHelp(command);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain(command.join(' '));
  for (const option of options) expect(stdout).toContain(option);
});

test('every documented query runs on a migrated database', async () => {
  const copy = await seededDatabase();
  const database = await openDatabase(copy.url, { connections: 1 });
  try {
    const blocks = (await documentedBlocks()).filter(({ language }) => language === 'sql');
    expect(blocks.length).toBeGreaterThan(2);
    for (const { text } of blocks) {
      await database.query(text.replaceAll('<id>', '00000000-0000-4000-8000-000000000001'));
    }
  } finally {
    await database.close();
    await copy.drop();
  }
});
