import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Look } from '../../portal-states/state-looks.ts';
import type { RecordedDocument } from './record-document.ts';

export interface RecordedState {
  name: string;
  /** Rules of axe that do not apply in this state. */
  without: readonly string[];
  looks: readonly (Look & { document: RecordedDocument })[];
}

/** The states of a group, as Chromium showed them in this run of the tests. */
export async function writeRecordedStates(group: string, states: readonly RecordedState[]): Promise<void> {
  await mkdir(folder(), { recursive: true });
  await writeFile(fileOf(group), JSON.stringify(states));
}

export async function readRecordedStates(group: string): Promise<readonly RecordedState[]> {
  return JSON.parse(await readFile(fileOf(group), 'utf8'));
}

function folder(): string {
  const { DATA_DIR } = process.env;
  if (!DATA_DIR) throw new Error('DATA_DIR is not set; run the tests with "npx -y pnpm@12 test engines"');
  return path.join(DATA_DIR, 'recorded-states');
}

const fileOf = (group: string) => path.join(folder(), `${group}.json`);
