import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { BRAND } from '@corvane/shared/brand/brand';
import { counted } from '@corvane/shared/lib/counted';
import { parseJson } from '@corvane/tools/command/parse-json';
import { z } from 'zod';
import { mailOf } from '../../supabase/functions/api/deps.ts';
import { readEnvironment } from '../../supabase/functions/api/environment.ts';
import { letter, type MailTransport } from '../../supabase/functions/api/mail/mail.ts';
import { OpsApi, type OpsConnection } from '../api/ops-api.ts';
import type { Examination } from './examine.ts';

const DAY_MS = 86_400_000;

/** What was mailed last. */
const toldSchema = z.object({ faults: z.array(z.string()), mailedAtMs: z.number() });
const NOTHING_TOLD = { faults: [], mailedAtMs: 0 };

/** Notes what was found where managers see it: the tab Upkeep of Operations. */
export async function noteFindings(connection: OpsConnection, { findings }: Examination): Promise<void> {
  await new OpsApi(connection).rpc('record_upkeep_run', {
    job_param: 'doctor',
    detail_param: { findings },
  });
}

/** The mail server of the functions. @param text a file with their variables. @throws Error naming each that is wrong */
export function mailServerOf(text: string, { url, secretKey }: OpsConnection): MailTransport {
  const own = { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: secretKey };
  return mailOf(readEnvironment({ ...own, ...parseEnv(text) }));
}

interface Telling {
  to: string;
  mail: MailTransport;
  /** Keeps what was mailed last, as JSON. */
  file: string;
}

/** Mails what is wrong: when it is new, once a day while it goes on, and when all is right again. */
export async function mailFindings(
  { site, findings, verdict, checkedAt }: Examination,
  { to, mail, file }: Telling,
): Promise<void> {
  const told =
    toldSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => ''))).data ?? NOTHING_TOLD;
  const wrong = findings.filter((finding) => finding.verdict === 'wrong');
  const nowMs = Date.parse(checkedAt);
  const faults = wrong.map(({ name, machine }) => `${name} ${machine ?? ''}`);
  const isNews =
    faults.some((fault) => !told.faults.includes(fault)) ||
    (faults.length > 0 && nowMs - told.mailedAtMs >= DAY_MS);
  const hasEnded = verdict === 'right' && told.faults.length > 0;
  if (!isNews && !hasEnded) return;
  const title = hasEnded ? 'The site is well again' : `The site has ${counted(wrong.length, 'fault')}`;
  await mail.send({
    to,
    subject: `${BRAND.name}: ${title}`,
    ...letter(title, [
      ...wrong.map(
        ({ asks, machine, says, mend }) =>
          `${asks} ${machine === null ? '' : `${machine}: `}${says}. To do: ${mend}`,
      ),
      { link: `${site}/sales-portal/operations?tab=upkeep`, words: 'Open Upkeep' },
    ]),
  });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ faults, mailedAtMs: nowMs }));
}
