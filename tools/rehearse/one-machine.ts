import { readFileSync } from 'node:fs';
import { UserError } from '../command/user-error.ts';
import { type BootedMachine, visitorAddress } from './booted-machine.ts';
import { makeMistakes, refuseMachines } from './mistakes.ts';
import { openPage, type Person } from './person.ts';
import { type Check, changedNothing, type Report, recap } from './report.ts';
import { type Stage, setStage } from './stage.ts';
import { SITE_HOST } from './visitors/visitor.ts';

/** From an empty machine to the site, with the first manager. */
const LIMIT_S = 600;
/** systemd's measure, from 0 to 10. */
const MAX_EXPOSURE = 2;

/** Each with its options. */
const ROTATED = [
  ...['session-jwt-secret', 'session-jwt-secret --forget', 'edge-secret', 'secret-key', 'publishable-key'],
  'database-api-password',
];
/** PostgREST signs in with it: the page says that calls may fail until the apply has ended. */
const FAILING = ['database-api-password'];

/** In the middle of a long step, and after files were written that no unit runs with yet. */
const CUT_AT = ['base : Install its packages', 'Run PostgREST'];
/** What a killed operator's apt does: it holds dpkg's lock for a while. */
const GOES_ON =
  "python3 -c \"import fcntl, time; f = open('/var/lib/dpkg/lock-frontend', 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print(1, flush=True); time.sleep(20)\" > /run/goes-on 2>&1 & while [ ! -s /run/goes-on ]; do :; done; rm /run/goes-on";

/**
 * The first example: one machine. It makes mistakes before and after, and applies again. A person stays signed in while it
 * rotates secrets. At last it cuts applies off.
 */
export async function rehearseOne({ say, check }: Report): Promise<void> {
  say('one machine boots');
  const stage = await setStage('inventory.example.yml', ['corvane'], ['corvane']);
  const { operator, folder } = stage;
  const machine = stage.machine('corvane');
  try {
    const secrets = await operator.production(['secrets'], stage.brought);
    check('secrets are made', secrets.status === 0, secrets.said.split('\n').at(-1));
    say('machines that are refused');
    await refuseMachines({ machine, operator, check, folder });

    say('from an empty machine to the site');
    const upAt = performance.now();
    const first = await operator.production(['apply', '--yes']);
    const tookS = Math.round((performance.now() - upAt) / 1000);
    check(
      'one apply brings the site up',
      first.status === 0,
      first.status === 0 ? '' : first.said.slice(-2000),
    );
    if (first.status !== 0) throw new UserError('The site is not up');
    check(`it takes ${LIMIT_S / 60} minutes at most`, tookS <= LIMIT_S, `${tookS} s`);
    const [salesId = ''] = /\bSR(?:-\w{4}){3}\b/.exec(first.said) ?? [];
    const person = await visit(stage, salesId, check);

    const again = await operator.production(['apply', '--yes']);
    check('a second apply changes nothing', changedNothing(again.said), recap(again.said));
    const { most, unit } = await exposure(machine);
    check(`no unit is exposed more than ${MAX_EXPOSURE}`, most <= MAX_EXPOSURE, `at most ${most}, ${unit}`);

    say('the playbook, as ansible-lint sees it');
    const playbooks = ['site.yml', 'release.yml', 'command.yml', 'restore.yml', 'restore-backup.yml'];
    const lint = await operator.run(['ansible-lint', '--offline', '--nocolor', '-q', ...playbooks]);
    check('ansible-lint finds no mistake', lint.status === 0, lint.status === 0 ? '' : lint.said);

    say('mistakes');
    await makeMistakes({ machine, operator, check, folder });

    say('secrets are rotated while a person is signed in');
    for (const rotation of ROTATED) {
      const rotating = operator.production(['rotate', ...rotation.split(' '), '--yes']);
      const { asked, failed, isSignedOut, longestMs } = await person.during(rotating);
      const { status, said } = await rotating;
      check(`${rotation} is rotated by one command`, status === 0, recap(said));
      const met = `${failed} of ${asked} calls failed, the longest took ${longestMs} ms`;
      check('and the person stays signed in', !isSignedOut, met);
      if (!FAILING.includes(rotation)) check('and no call fails', failed === 0, met);
    }
    person.leave();
    (await visit(stage, salesId, check)).leave();

    for (const step of CUT_AT) {
      say(`an apply is cut off at the step ${step}`);
      await machine.ssh(
        'rm -rf /srv/corvane/checkout/node_modules /etc/corvane/rest.conf /srv/corvane/edge/nginx.conf',
      );
      const cut = await operator.cut(['apply', '--yes'], step);
      check('it is cut off there', cut.status !== 0 && !cut.said.includes('RECAP'), cut.said.slice(-200));
      await machine.ssh(GOES_ON);
      const goneOn = await operator.production(['apply', '--yes']);
      check('and the next apply goes on at once', goneOn.status === 0, recap(goneOn.said));
    }
    const last = await operator.production(['apply', '--yes']);
    check('the one after it changes nothing', changedNothing(last.said), recap(last.said));
  } finally {
    await stage.close();
  }
}

/** Reads a page over TLS, and signs the manager in. @param address of the web machine @returns the open page */
export async function visit(
  { authority, operator, machines: [first] }: Stage,
  salesId: string,
  check: Check,
  address = first?.address ?? '',
): Promise<Person> {
  const person = openPage({
    ...{ host: SITE_HOST, address, from: visitorAddress(0) },
    authority: readFileSync(authority.file, 'utf8'),
    publishableKey: (await operator.secrets()).publishable_key?.[0] ?? '',
  });
  const page = await person.home();
  check(
    'the home page is served over https',
    page.status === 200 && page.body.includes('<title>'),
    String(page.status),
  );
  const signedIn = await person.signIn(salesId);
  check(
    'the first manager signs in',
    signedIn.status === 200 && signedIn.body.includes('"isManager":true'),
    `${signedIn.status}`,
  );
  const prices = await person.prices();
  check(
    'and sees prices',
    prices.status === 200 && prices.body.includes('"monthlyCents":'),
    String(prices.status),
  );
  return person;
}

/** The most exposed unit of the machine, as systemd measures it. */
async function exposure(machine: BootedMachine): Promise<{ most: number; unit: string }> {
  const table = await machine.ssh('systemd-analyze security --no-pager');
  const found = [...table.matchAll(/(corvane-\S+) +([\d.]+) /g)].map(([, unit = '', figure]) => ({
    most: Number(figure),
    unit,
  }));
  return found.reduce((one, other) => (other.most > one.most ? other : one), { most: 0, unit: 'none' });
}
