import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { formatTable } from '@corvane/tools/command/format-table';
import { UserError } from '@corvane/tools/command/user-error';
import type { OpsCommands, OpsContext } from '../command-line/ops-command.ts';
import { newEmail } from '../command-line/required-option.ts';
import type { Verdict } from './doctor-check.ts';
import { type Examination, examine } from './examine.ts';
import type { LookOptions } from './look.ts';
import { mailFindings, mailServerOf, noteFindings } from './tell-findings.ts';

/** Exit code when nothing is known to be wrong, and something could not be looked at. */
export const COULD_NOT_LOOK = 2;
const EXIT_CODES: Readonly<Record<Verdict, number>> = { right: 0, wrong: 1, unknown: COULD_NOT_LOOK };

/** Looks at a site from outside and inside, and says what is right or wrong. It changes nothing there but its note. */
export const DOCTOR_COMMANDS: OpsCommands = {
  doctor: {
    options: ['site', 'address', 'functions-env', 'mail-to', 'tell'],
    lists: ['connect', 'disk'],
    flags: ['json', 'note'],
    explains:
      'checks a site in production and says what is right or wrong and what to do; exit code 0, 1 or 2',
    async run(context) {
      const options = await lookOptions(context);
      refuseTellingWithout(context, options);
      const examination = await examine(options);
      if (context.options.json === undefined) for (const line of report(examination)) context.print(line);
      else context.print(JSON.stringify(examination));
      context.exitWith(EXIT_CODES[examination.verdict]);
      // Each also where the other fails.
      try {
        // The variable of the unit is empty when no person is told.
        if (context.options.tell) await mailFindings(examination, tellingOf(context, options));
      } finally {
        if (context.options.note !== undefined) await noteFindings(context.connection, examination);
      }
    },
  },
};

function refuseTellingWithout({ options }: OpsContext, { environmentFile }: LookOptions): void {
  if (options.tell && environmentFile === null)
    throw new UserError('--tell needs --functions-env, which names the mail server');
}

/** To whom what is wrong is mailed. It needs no part of the site. */
function tellingOf({ options, env, connection }: OpsContext, { environmentFile }: LookOptions) {
  return {
    to: newEmail(options, 'tell'),
    mail: mailServerOf(environmentFile ?? '', connection),
    file: path.join(env.DATA_DIR ?? '.data', 'doctor.json'),
  };
}

async function lookOptions({ connection, options, lists, env }: OpsContext): Promise<LookOptions> {
  const file = options['functions-env'];
  const { address } = options;
  if (address !== undefined && isIP(address) === 0)
    throw new UserError(`--address must be an IP address, not "${address}"`);
  const origin = originOf(options.site ?? env.SITE_URL, env);
  const [first = null, ...others] = machinesOf(lists.connect, env.WEB_ADDRESSES);
  return {
    site: { origin, connectTo: first },
    others: others.map((connectTo) => ({ origin, connectTo })),
    disks: lists.disk ?? [],
    connection,
    environmentFile:
      file === undefined
        ? null
        : await readFile(file, 'utf8').catch(() => {
            throw new UserError(`--functions-env ${file} cannot be read`);
          }),
    ownAddress: address ?? null,
    mailTo: options['mail-to'] === undefined ? null : newEmail(options, 'mail-to'),
  };
}

/**
 * `host:port` of each web machine to ask, from the option or else the variable. Empty asks the machine that the name
 * leads to.
 */
function machinesOf(option: readonly string[] | undefined, variable = ''): readonly string[] {
  const machines = option ?? variable.split(/\s+/).filter(Boolean);
  const wrong = machines.find((machine) => !/^(\[[0-9a-f:.]+\]|[^\s:/@]+):\d{1,5}$/i.test(machine));
  if (wrong !== undefined)
    throw new UserError(
      `${option === undefined ? 'WEB_ADDRESSES' : '--connect'} must be <host>:<port>, not "${wrong}"`,
    );
  return machines;
}

function originOf(named: string | undefined, env: OpsContext['env']): string {
  if (named === undefined && env.SUPABASE_URL)
    throw new UserError('Which site? Give --site https://… or set SITE_URL.');
  const text = named ?? `http://localhost:${env.PORT ?? 8080}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new UserError(`The site must be an origin such as https://www.corvane.example, not "${text}"`);
  return url.origin;
}

const MARKS: Readonly<Record<Verdict, string>> = { right: 'right', wrong: 'WRONG', unknown: 'unknown' };

function report({ site, findings, verdict }: Examination): string[] {
  const rows = findings.map(({ verdict: mark, name, machine, says }) => [
    MARKS[mark],
    name,
    machine === null ? says : `${machine}: ${says}`,
  ]);
  const table = formatTable(rows).split('\n');
  const lines = findings.flatMap((one, index) => [
    table[index] ?? '',
    ...(one.verdict === 'wrong' ? [`    To do: ${one.mend}`] : []),
  ]);
  const counts = (wanted: Verdict) => findings.filter((one) => one.verdict === wanted).length;
  const sum = `${counts('right')} right, ${counts('wrong')} wrong, ${counts('unknown')} could not be looked at`;
  return [...lines, verdict === 'right' ? `${site}: all right` : `${site}: ${sum}`];
}
