import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Backend, startBackend } from '@corvane/tools/stack/backend/backend';
import { createTestDatabase } from '@corvane/tools/stack/backend/schema/test-database';
import { afterAll, beforeAll } from 'vitest';
import { seededDatabase } from '../supabase/tests/fixtures/database-template.ts';
import { OpsApi, type OpsConnection } from './api/ops-api.ts';
import type { OpsContext } from './command-line/ops-command.ts';
import { parseOpsArguments } from './parse-ops-arguments.ts';

export const STAND_URL = 'http://localhost';

/** A separate backend for tests, with the operators' command against it. */
export interface OpsFixture {
  backend: Backend;
  dataDir: string;
  connection: Required<OpsConnection> & { salesIdPepper: string };
  /** Sends a request to the backend. */
  call(request: Request): Promise<Response>;
  /** Runs a command line. @returns the lines that it printed */
  ops(...args: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** @param options as `startBackend` takes them. Without them, a database of its own with demonstration data. */
export async function opsFixture({
  env = {},
  seed = true,
}: Partial<Pick<Parameters<typeof startBackend>[0], 'env' | 'seed'>> = {}): Promise<OpsFixture> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-ops-'));
  const database =
    env.DATABASE_URL === undefined ? await (seed ? seededDatabase() : createTestDatabase()) : null;
  const backend = await startBackend({
    dataDir,
    siteUrl: STAND_URL,
    env: { DATABASE_URL: database?.url, ...env },
    seed,
    log: () => {},
  });
  const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
  const call = (request: Request) => backend.fetch(request, { ip: '192.0.2.1' });
  const connection = {
    url: STAND_URL,
    secretKey: backend.secretKey,
    salesIdPepper: String(secrets.salesIdPepper),
    fetch: (input: string | URL | Request, init?: RequestInit) => call(new Request(input, init)),
  };
  return {
    backend,
    dataDir,
    connection,
    call,
    ops: (...args) => runOps(connection, args),
    close: async () => {
      await backend.close();
      await database?.drop();
    },
  };
}

/** A fixture for the tests of a file. */
export function useOpsFixture() {
  let fixture: OpsFixture;
  beforeAll(async () => {
    fixture = await opsFixture();
  });
  afterAll(() => fixture.close());
  return {
    fixture: () => fixture,
    ops: (...args: readonly string[]) => fixture.ops(...args),
    sql: <T>(text: string, params: unknown[] = []) => fixture.backend.sql<T>(text, params),
  };
}

/** Runs a command line. @param changed what differs from a shell that answers yes @returns the lines that it printed */
export async function runOps(
  connection: OpsConnection,
  args: readonly string[],
  changed: Partial<OpsContext> = {},
): Promise<string[]> {
  const { command, ...said } = parseOpsArguments(args);
  const lines: string[] = [];
  await command.run({
    connection,
    api: new OpsApi(connection),
    ...said,
    stopSignal: () => new AbortController().signal,
    env: {},
    print: (line) => lines.push(line),
    exitWith: () => {},
    confirm: async () => {},
    ...changed,
  });
  return lines;
}
