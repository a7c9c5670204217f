import { CHANGE_KINDS } from '@corvane/shared/contracts/release-history';
import { expect, test } from 'vitest';
import { RELEASE_RUN, rowsOf } from '../../../portal/src/features/releases/release-rows.ts';
import { parseReleaseArguments } from '../../../release/command/parse-release-arguments.ts';
import { APPS } from '../../workspace/apps.ts';

const change = (kind: (typeof CHANGE_KINDS)[number], version: string) => ({
  app: 'marketing',
  version,
  kind,
  at: '2026-11-20T09:30:00.000Z',
  commit: null,
  person: '',
});

/** Every command that Operations offers, for versions in every state. */
function offered(): string[] {
  const changes = CHANGE_KINDS.flatMap((kind) => [change(kind, 'm1'), change(kind, 'm2')]);
  const previews = [{ app: 'marketing', version: 'm4', at: '2026-11-20T09:30:00.000Z', commit: null }];
  const live = { marketing: 'm2' };
  const canaries = [{ app: 'marketing', version: 'm3', percent: 10 }];
  const histories = [
    { schemaVersion: 1 as const, versions: live, canaries: [], previews, changes },
    { schemaVersion: 1 as const, versions: live, canaries, previews, changes },
    { schemaVersion: 1 as const, versions: {}, canaries: [], previews, changes },
  ];
  const commands = histories
    .flatMap((history) => rowsOf('marketing', history))
    .flatMap((row) => row.commands);
  return [...new Set(commands.map(({ command }) => command))].sort();
}

const parse = (command: string) =>
  parseReleaseArguments(command.slice(`${RELEASE_RUN} `.length).split(' '), APPS);

test('the release tool knows each command that Operations offers to copy', () => {
  expect(offered().map((command) => [command.slice(RELEASE_RUN.length + 1), parse(command).name])).toEqual([
    ['abort marketing', 'abort'],
    ['diff marketing m1', 'diff'],
    ['diff marketing m2', 'diff'],
    ['diff marketing m4', 'diff'],
    ['errors marketing', 'errors'],
    ['marketing', 'release'],
    ['notes marketing', 'notes'],
    ['promote marketing', 'promote'],
    ['rollback marketing', 'rollback'],
    ['rollback marketing --live', 'rollback'],
    ['rollback marketing m1', 'rollback'],
    ['rollback marketing m1 --live', 'rollback'],
  ]);
});

test('a rollback from Operations goes to the version of its row, and ends a running canary', () => {
  expect(parse(`${RELEASE_RUN} rollback marketing m1 --live`)).toEqual({
    name: 'rollback',
    app: 'marketing',
    version: 'm1',
    live: true,
  });
});
