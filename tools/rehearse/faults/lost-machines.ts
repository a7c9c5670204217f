import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { foundByDoctor } from '../machines/ask-doctor.ts';
import { type Machine, makeFolders } from '../machines/machines.ts';
import { query } from '../machines/open-database.ts';
import { FAULTS } from '../page/page-blocks.ts';
import type { Fault, FaultContext } from './fault.ts';

const PATIENCE_MS = 15_000;

/** What a machine has is gone. A new one has the folders that its packages make. */
async function replace({ stage }: FaultContext, name: string): Promise<Machine> {
  await stage.units(name).die();
  const machine = stage.machine(name);
  // The log of the units is the rehearsal's own.
  for (const entry of readdirSync(machine.root))
    if (entry !== 'log') rmSync(path.join(machine.root, entry), { recursive: true });
  await makeFolders(machine);
  return machine;
}

/** As the page's block in 'The safe' does it, which only runs between machines. */
function keepSafe({ stage }: Pick<FaultContext, 'stage'>): void {
  cpSync(at(stage.machine('backend'), 'KEYS'), path.join(at(stage.machine('operator'), 'KEYS'), 'backend'), {
    recursive: true,
  });
}

const at = (machine: Machine, setting: string) => machine.settings.get(setting) ?? '';

async function beginArchiveAgain(context: FaultContext): Promise<void> {
  const { stage, pasteBelow, broken, note, wait } = context;
  await pasteBelow(FAULTS, 'The archive is lost');
  const deadline = Date.now() + PATIENCE_MS;
  const isFollowed = async () => {
    const [slot] = await query<{ active: boolean }>(
      stage,
      `select active from pg_catalog.pg_replication_slots where slot_name = 'corvane_archive'`,
    );
    return slot?.active === true;
  };
  while (!(await isFollowed()) && Date.now() < deadline) await wait(100);
  if (!(await isFollowed())) broken('the new archive does not follow');
  const machine = stage.machine('archive');
  const copies = readdirSync(path.join(at(machine, 'ARCHIVE'), 'base')).length;
  const backups = readdirSync(at(machine, 'BACKUPS')).length;
  if (copies === 0 || backups === 0) broken(`the new archive has ${copies} copies and ${backups} backups`);
  const wrong = await foundByDoctor(stage, OF_ARCHIVE);
  if (wrong.length > 0) broken(`the doctor says of the new archive: ${wrong.join(', ')}`);
  note('the new archive follows, with a copy and a backup');
}

/** What the doctor says of the archive and its jobs. */
const OF_ARCHIVE = ['archive', 'write-ahead-log', 'base', 'backup', 'backup-disks', 'same-release'];

/** Machines that never come back, each with what the page says to do. The last of all faults: data is lost with the second. */
export const LOST_MACHINES: readonly Fault[] = [
  {
    name: 'archive-lost',
    title: 'the archive is lost, and a new one takes its place',
    async run(context) {
      const { stage, pasteChapter } = context;
      rmSync(path.join(at(stage.machine('archive'), 'CARRY'), 'archive'), { recursive: true });
      const archive = await replace(context, 'archive');
      await pasteChapter(archive, 'Every machine');
      await beginArchiveAgain(context);
    },
  },
  {
    name: 'both-lost',
    title: 'backend and archive are lost, and a sealed backup is restored',
    signsOut: true,
    losesData: true,
    async run(context) {
      const { stage, pasteBelow, pasteChapter, note, broken, wait } = context;
      keepSafe(context);
      const [before] = await query<{ people: number }>(stage, COUNT_PEOPLE);
      const safe = path.join(at(stage.machine('operator'), 'KEYS'), 'backend');
      const backups = at(stage.machine('operator'), 'BACKUPS');
      // The operator's copy. In this rehearsal it is the archive's own folder.
      const copied = path.join(stage.root, 'copied-backups');
      cpSync(backups, copied, { recursive: true });
      const startedAt = performance.now();
      const backend = await replace(context, 'backend');
      const archive = await replace(context, 'archive');
      stage.cluster.renew();
      cpSync(copied, backups, { recursive: true });
      cpSync(safe, at(backend, 'KEYS'), { recursive: true });
      await wait(500);
      await pasteChapter(backend, 'Every machine');
      await pasteChapter(backend, 'Database', 'configure-database.sh');
      await pasteChapter(backend, 'Database', 'roles.sql');
      await pasteBelow(FAULTS, 'The backend and the archive are lost');
      await pasteChapter(backend, 'API, functions and their gateway');
      await pasteChapter(backend, 'Daily jobs and the doctor', 'configure-jobs.sh');
      note(`calls are answered after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      const [after] = await query<{ people: number }>(stage, COUNT_PEOPLE);
      if (after?.people !== before?.people)
        broken(`${after?.people} of ${before?.people} representatives came back`);
      await pasteChapter(archive, 'Every machine');
      await beginArchiveAgain(context);
    },
  },
];

const COUNT_PEOPLE = 'select count(*)::int as people from public.sales_representatives';
