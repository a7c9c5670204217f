import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatTable } from '../command/format-table.ts';
import { readArguments } from '../command/read-arguments.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { BROKEN_PARTS, DATABASE_LOST } from './faults/broken-parts.ts';
import { type FaultReport, rehearseFault } from './faults/fault.ts';
import { FAULT_LIMITS, type FaultLimits } from './faults/fault-limits.ts';
import { LOST_MACHINES } from './faults/lost-machines.ts';
import { rotationFaults } from './faults/rotations.ts';
import { foundByDoctor } from './machines/ask-doctor.ts';
import { bringUp, leakedSecrets } from './machines/bring-up.ts';
import { query } from './machines/open-database.ts';
import { type Stage, setStage } from './machines/stage.ts';
import { HAS_POSTGREST } from './machines/unit-runner.ts';
import { readPage, readSettings } from './page/page-blocks.ts';
import { goOnJourneys } from './visitors/journeys.ts';
import { Load } from './visitors/load.ts';
import { openBrowser, openSignedInPage } from './visitors/signed-in-page.ts';

/** What a rehearsal does not show, said with every result. */
const NOT_SHOWN = [
  ...(HAS_POSTGREST ? [] : ["PostgREST's own program is missing: the local stack's API stands in for it"]),
  'systemd is played: units start as they say, without their users and confinement, which systemd-analyze checks',
  'all machines share this one, its checkout, and loopback addresses; blocks labelled system and hosted did not run',
  'the bucket is the test server of release/store; the certificates are of an authority of its own',
];

/** What a rehearsal may take beside bringing production up, which depends on what is fetched. */
const LIMIT_S = 600;

/**
 * Brings production up on this machine by the commands of docs/several-machines.md, and breaks it: `run rehearse`, `run rehearse
 * --only bucket`. Exit code 1 when a promise is broken.
 */
runCommand(async () => {
  const { values } = readArguments({
    options: { only: { type: 'string', multiple: true } },
  });
  const startedAt = performance.now();
  const since = () => Math.round((performance.now() - startedAt) / 1000);
  const say = (line: string) => console.error(`${String(since()).padStart(4)} s  ${line}`);
  const blocks = readPage(await readFile(path.join(WORKSPACE_ROOT, 'docs/several-machines.md'), 'utf8'));
  let salesIds: string[] = [];
  const faults = [
    ...BROKEN_PARTS,
    ...rotationFaults((made) => (salesIds = made)),
    DATABASE_LOST,
    ...LOST_MACHINES,
  ];
  const chosen = values.only?.filter((name) => name !== 'none') ?? faults.map(({ name }) => name);
  const unknown = chosen.find((name) => !faults.some((fault) => fault.name === name));
  if (unknown !== undefined)
    throw new UserError(
      `There is no fault "${unknown}". Choose from: none, ${faults.map(({ name }) => name).join(', ')}`,
    );
  const stage = await setStage(readSettings(blocks));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stage.close().finally(() => process.exit(130)));
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
  try {
    const up = await bringUp(stage, blocks, say);
    const upAt = since();
    const broken = [...up.changedBySecondPaste, ...(await secretsOnOtherMachines(stage))];
    say('the doctor');
    for (const line of await foundByDoctor(stage)) broken.push(`the doctor: ${line}`);
    salesIds = [up.managerSalesId, up.repSalesId];
    browser = await openBrowser(stage, stage.webAddresses[0] ?? '');
    say('journeys');
    const settings = stage.machine('backend').settings;
    const ofCompany = 'select id from public.contact_submissions where company = $1';
    const countRequests = async (company: string) => (await query(stage, ofCompany, [company])).length;
    const journeys = await goOnJourneys({ ...stage, countRequests }, browser, {
      repSalesId: up.repSalesId,
      managerSalesId: up.managerSalesId,
      managerEmail: settings.get('MANAGER_EMAIL') ?? '',
    });
    for (const { journey, problem } of journeys) if (problem !== null) broken.push(`${journey}: ${problem}`);
    const second = await openBrowser(stage, stage.webAddresses[1] ?? '');
    const page = await openSignedInPage(stage, second, up.repSalesId);
    const reports: FaultReport[] = [];
    for (const fault of faults.filter(({ name }) => chosen.includes(name))) {
      say(fault.title);
      const report = await rehearseFault(fault, {
        stage,
        blocks,
        page,
        startLoad: async () => {
          const load = new Load({
            site: {
              ...{ origin: stage.siteUrl, port: stage.httpsPort, addresses: stage.webAddresses },
              authority: readFileSync(stage.authority.file, 'utf8'),
            },
            ownAddress: (person) => `127.1.${Math.floor(person / 250)}.${(person % 250) + 1}`,
            publishableKey: () => currentKey(stage),
            salesId: salesIds.at(-1) ?? '',
            countStored: async (ids) => {
              const stored = 'select id from public.contact_submissions where id = any($1::uuid[])';
              return (await query(stage, stored, [ids])).length;
            },
          });
          await load.start();
          return load;
        },
      });
      reports.push(report);
      if (fault.signsOut) await page.signIn(salesIds.at(-1) ?? '');
      for (const line of report.broken) say(`  BROKEN: ${line}`);
      broken.push(...report.broken.map((line) => `${fault.name}: ${line}`));
    }
    await second.close();
    const rehearsed = since() - upAt;
    if (rehearsed > LIMIT_S)
      broken.push(`journeys and faults took ${rehearsed} s, and may take ${LIMIT_S} s`);
    const seconds = { up: upAt, all: since() };
    console.log(describe({ seconds, chapters: up.chapters, journeys, faults: reports, broken }));
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await browser?.close();
    await stage.close();
  }
});

interface Result {
  /** Until production was up, and until the end. */
  seconds: { up: number; all: number };
  chapters: readonly { title: string; tookMs: number; secondMs: number }[];
  journeys: readonly { journey: string; tookMs: number; problem: string | null }[];
  faults: readonly FaultReport[];
  broken: readonly string[];
}

function describe({ seconds, chapters, journeys, faults, broken }: Result): string {
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
  const faultRows = faults.map((report) => [
    report.fault,
    inSeconds(report.tookMs),
    String(report.requests),
    String(report.calls),
    `${report.failedCalls} (${limitsOf(report).failedCallsPercent} %)`,
    String(report.repeated),
    `${report.longestMs} (${limitsOf(report).longestMs})`,
    `${report.lost} of ${report.acknowledged}`,
    String(report.signedOut),
    [...Object.entries(report.failures).map(([kind, times]) => `${kind} x${times}`), ...report.notes].join(
      '; ',
    ),
  ]);
  return [
    '',
    formatTable([
      ['chapter', 's', 'second paste, s'],
      ...chapters.map(({ title, tookMs, secondMs }) => [title, inSeconds(tookMs), inSeconds(secondMs)]),
    ]),
    '',
    formatTable([
      ['journey', 's', ''],
      ...journeys.map(({ journey, tookMs, problem }) => [journey, inSeconds(tookMs), problem ?? 'went well']),
    ]),
    '',
    formatTable([
      [
        'fault',
        's',
        'requests',
        'calls',
        'failed calls (limit)',
        'repeated',
        'longest ms (limit)',
        'lost',
        'signed out',
        'what people saw',
      ],
      ...faultRows,
    ]),
    '',
    ...NOT_SHOWN.map((line) => `Not shown: ${line}.`),
    ...broken.map((line) => `BROKEN: ${line}`),
    `Up after ${seconds.up} s. Journeys and faults took ${seconds.all - seconds.up} s of ${LIMIT_S} s.`,
    `${broken.length === 0 ? 'Every promise was kept' : `${broken.length} promises were broken`}, in ${seconds.all} s.`,
  ].join('\n');
}

/** A fault without them is said to break a promise. */
function limitsOf({ fault }: FaultReport): FaultLimits {
  return FAULT_LIMITS[fault] as FaultLimits;
}

/** The key that the live pages have. */
function currentKey(stage: Stage): string {
  const file = path.join(stage.root, 'carry/operator/publishable-key');
  return readFileSync(file, 'utf8').trim();
}

/** Only the backend may have the keys of the project. */
async function secretsOnOtherMachines(stage: Stage): Promise<string[]> {
  const keys = stage.machine('backend').settings.get('KEYS') ?? '';
  const names = [
    'secret-key',
    'session-jwt-secret',
    'sales-id-pepper',
    'database-owner-password',
    'database-api-password',
  ];
  const secrets = names.map((name) => readFileSync(path.join(keys, name), 'utf8').trim());
  const files = await leakedSecrets(stage, secrets);
  return files.map((file) => `a secret of the backend is on another machine: ${file}`);
}
