import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';
import { visitorAddress } from './booted-machine.ts';
import { BROKEN_PARTS, seconds } from './faults/broken-parts.ts';
import { ROTATIONS, UPDATE } from './faults/changes.ts';
import { type Fault, type FaultContext, onBackend, type People, SALES_ID } from './faults/fault.ts';
import { copyBackup, LOST_DATA } from './faults/lost-data.ts';
import { visit } from './one-machine.ts';
import type { Said } from './operator.ts';
import { type Check, changedNothing, type Report, recap } from './report.ts';
import { type Stage, setStage } from './stage.ts';
import { goOnJourneys } from './visitors/journeys.ts';
import { Load } from './visitors/load.ts';
import { openBrowser, openSignedInPage, type SignedInPage } from './visitors/signed-in-page.ts';

/** The order counts: a backup of an update's migration is not one of this checkout. */
const FAULTS: readonly Fault[] = [...BROKEN_PARTS, ...ROTATIONS, ...LOST_DATA, UPDATE];
export const NAMES = ['database-1', 'backend-1', 'web-1', 'web-2', 'archive-1'];
/** What the role `base` installs: the other example shows that it does. */
export const ALREADY = ['python3', 'ca-certificates', 'curl', 'git', 'nodejs', 'npm', 'openssl', 'xz-utils'];
export const WEB = ['web-1', 'web-2'];
/** How long people are served before and after: what comes late is still seen. */
const BEFORE_MS = 1_000;
const CALM_MS = 2_000;
/** Until people are served as before. */
const PATIENCE_MS = 60_000;
/** Which of the backend's secrets other machines have as well. */
const SHARED = /^(edge_secret|publishable_key|database_archive|database_backup|backup_recipient|bucket_web)/;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The third example: five machines and a bucket. People read, send forms and look at prices while it breaks them. */
export async function rehearseFive({ say, check }: Report, only?: readonly string[]): Promise<void> {
  const unknown = only?.find((name) => !FAULTS.some((fault) => fault.name === name) && name !== 'none');
  if (unknown !== undefined)
    throw new UserError(
      `There is no fault "${unknown}". Choose from: ${FAULTS.map(({ name }) => name).join(', ')}`,
    );
  say('five machines boot');
  const stage = await setStage('inventory.several.example.yml', NAMES, WEB, ALREADY);
  const { operator, brought } = stage;
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
  try {
    const secrets = await operator.production(['secrets'], brought);
    check('secrets are made', secrets.status === 0, secrets.said.split('\n').at(-1));
    stage.setValue('metrics', 'true');
    say('from empty machines to the site');
    const upAt = performance.now();
    const first = await operator.production(['apply', '--yes']);
    const took = seconds(performance.now() - upAt);
    check(
      'one apply brings the site up',
      first.status === 0,
      first.status === 0 ? took : first.said.slice(-3000),
    );
    if (first.status !== 0) throw new UserError('The site is not up');
    const again = await operator.production(['apply', '--yes']);
    check('a second apply changes nothing', changedNothing(again.said), recap(again.said));
    const people: People = {
      salesId: SALES_ID.exec(first.said)?.[0] ?? '',
      publishableKey: (await operator.secrets()).publishable_key?.[0] ?? '',
    };
    for (const name of WEB) (await visit(stage, people.salesId, check, stage.machine(name).address)).leave();
    const leaks = await leakedSecrets(stage);
    check('only the backend has the keys of the project', leaks === '', leaks);
    const drill = await drillBackup(stage);
    check(
      'a backup is restored for practice, on the computer of the operator',
      drill.status === 0,
      drill.said,
    );
    const encoding = (await stage.sql('show server_encoding')).trim();
    check('the database is in UTF-8', encoding === 'UTF8', encoding);
    const practised = await stage
      .machine('archive-1')
      .ssh('systemctl start corvane-archive-drill.service && cat /srv/archive/drill/20*');
    check('the archive is restored for practice', practised.startsWith('Restored '), practised.trim());
    const web = stage.machine('web-2');
    const at = (port: number) => `http://${web.address}:${port}/metrics`;
    const figures = await web.ssh(`curl -s ${at(9100)} ${at(9113)}`);
    const areThere = /^node_filesystem_avail_bytes/m.test(figures) && /^nginx_up 1$/m.test(figures);
    check(
      'Prometheus finds figures of a machine and of nginx',
      areThere,
      areThere ? '' : figures.slice(-300),
    );
    const ill = await foundByDoctor(stage);
    check('the doctor finds nothing wrong', ill === '', ill);
    browser = await openBrowser(stage, stage.machine('web-1').address);
    await goOn(stage, browser, people, check);
    const page = await openSignedInPage(stage, browser, people.salesId);
    for (const fault of FAULTS.filter(({ name }) => only?.includes(name) !== false))
      await rehearseFault(fault, { stage, people, page, say, check }).catch((error: Error) =>
        check(fault.title, false, error.message),
      );
  } finally {
    await browser?.close();
    await stage.close();
  }
}

/** People's journeys in a browser, with a representative whom the manager's command adds. */
async function goOn(
  stage: Stage,
  browser: Parameters<typeof goOnJourneys>[1],
  { salesId: managerSalesId }: People,
  check: Check,
): Promise<void> {
  const said = await onBackend(stage, 'rep add --name "Ada Lovelace" --email ada@corvane.example');
  const [repSalesId = ''] = SALES_ID.exec(said) ?? [];
  const countRequests = async (company: string) =>
    Number(await stage.sql(`select count(*) from contact_submissions where company = '${company}'`));
  const people = { repSalesId, managerSalesId, managerEmail: 'mary@corvane.example' };
  for (const { journey, problem } of await goOnJourneys({ ...stage, countRequests }, browser, people))
    check(journey, problem === null, problem ?? '');
}

interface FaultPlace extends Pick<FaultContext, 'stage' | 'people'>, Report {
  page: SignedInPage;
}

async function rehearseFault(fault: Fault, { stage, people, page, say, check }: FaultPlace): Promise<void> {
  say(fault.title);
  const notes: string[] = [];
  const load = await startLoad(stage, people);
  const startedAt = performance.now();
  let [tookMs, problem] = [0, ''];
  try {
    await wait(BEFORE_MS);
    const note = (text: string) => notes.push(text);
    await fault.run({ stage, load, people, wait, note, check });
    tookMs = Math.round(performance.now() - startedAt - BEFORE_MS);
    await untilCalm(load);
  } catch (error) {
    problem = (error as Error).message;
  }
  const { calls, failedCalls, longestMs, longestOf, lost, signedOut, failures } = await load.stop();
  const pages = Object.entries(failures).filter(([kind]) => kind.startsWith('page '));
  const percent = (100 * failedCalls) / Math.max(calls, 1);
  if (fault.signsOut) await page.signIn(people.salesId);
  const ofPage = await page.problem();
  const { failedCallsPercent, longestMs: limitMs } = fault;
  const broken = [
    ...(problem === '' ? [] : [problem]),
    ...(ofPage === null ? [] : [`the browser: ${ofPage}`]),
    ...pages.map((pair) => pair.join(' x')),
    ...(percent > failedCallsPercent ? [`more than ${failedCallsPercent} % of calls failed`] : []),
    ...(longestMs > limitMs ? [`${longestOf} waited longer than ${limitMs} ms`] : []),
    ...(lost > 0 && !fault.losesData ? [`${lost} acknowledged contact requests are lost`] : []),
    ...(signedOut > 0 && !fault.signsOut ? [`${signedOut} people were signed out`] : []),
  ];
  const met = [
    `${failedCalls} of ${calls} calls failed`,
    `the longest wait was ${longestMs} ms`,
    `${lost} acknowledged requests are gone`,
    `${(tookMs / 1000).toFixed(1)} s`,
  ].join(', ');
  check(fault.title, broken.length === 0, [met, ...notes, ...broken].join('; '));
}

/** Until no more calls fail than before. @throws UserError */
async function untilCalm({ seen }: Load): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let failed = -1; failed !== seen.failedCalls; ) {
    if (performance.now() > deadline)
      throw new UserError(`Calls fail for ${PATIENCE_MS / 1000} s afterwards`);
    failed = seen.failedCalls;
    await wait(CALM_MS);
  }
}

async function startLoad(stage: Stage, people: People): Promise<Load> {
  const load = new Load({
    site: {
      ...{ origin: stage.siteUrl, port: 443 },
      addresses: WEB.map((name) => stage.machine(name).address),
      authority: readFileSync(stage.authority.file, 'utf8'),
    },
    ownAddress: visitorAddress,
    publishableKey: () => people.publishableKey,
    salesId: people.salesId,
    countStored: async (ids) =>
      Number(
        await stage.sql(
          `select count(*) from contact_submissions where id::text = any('{${ids.join(',')}}')`,
        ),
      ),
  });
  await load.start();
  return load;
}

/** Files of the other machines with a secret that only the backend may have. */
async function leakedSecrets(stage: Stage): Promise<string> {
  const own = Object.entries(await stage.operator.secrets()).filter(([name]) => !SHARED.test(name));
  const words = own.flatMap(([, values]) => values).map((value) => `-e '${value}'`);
  const search = `grep -rlF ${words.join(' ')} /etc/corvane /srv/corvane/edge /var/lib/corvane-applied /srv/archive; true`;
  const found = await Promise.all([...WEB, 'archive-1'].map((name) => stage.machine(name).ssh(search)));
  return found.join('').trim();
}

/** As the page says it: where the key is, with a PostgreSQL of its own. The doctor hears of it. */
export async function drillBackup(stage: Stage): Promise<Said> {
  const backup = copyBackup(stage);
  const key = path.join(stage.folder, 'backup.key');
  writeFileSync(key, (await stage.operator.secrets()).backup_key?.[0] ?? '');
  const command = ['restore', 'drill', '--from', backup, '--key', key];
  const drill = await stage.operator.run(['node', '../operations/ops.ts', ...command]);
  if (drill.status === 0) await onBackend(stage, `restore drilled --backup ${path.basename(backup)}`);
  return drill;
}

/** Lines of the doctor about what is wrong. */
export async function foundByDoctor(stage: Stage): Promise<string> {
  return stage
    .machine('backend-1')
    .ssh(
      "systemctl start corvane-doctor.service || journalctl -u corvane-doctor.service -o cat --no-pager -n 60 --invocation=0 | grep -A1 -E '^(WRONG|unknown)'; true",
    );
}
