import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../supabase/functions/api/mail/mail.ts';
import type { Examination } from './examine.ts';
import { mailFindings } from './tell-findings.ts';

const HOUR_MS = 3_600_000;
let file: string;
let sent: Mail[];
let isMailDown: boolean;

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'corvane-told-')), 'data/doctor.json');
  sent = [];
  isMailDown = false;
});

/** A look of the doctor, some hours after the first. */
async function look(hour: number, wrong: readonly string[], verdict: Examination['verdict'] = 'wrong') {
  const examination: Examination = {
    site: 'https://www.corvane.example',
    checkedAt: new Date(Date.UTC(2026, 10, 21) + hour * HOUR_MS).toISOString(),
    verdict: wrong.length === 0 ? verdict : 'wrong',
    findings: wrong.map((name) => ({
      ...{ name, asks: `Is ${name} well?`, says: `${name} is not`, mend: `Start ${name}.` },
      ...{ machine: null, verdict: 'wrong' as const },
    })),
  };
  const send = async (mail: Mail) => {
    if (isMailDown) throw new Error('no mail server');
    sent.push(mail);
  };
  await mailFindings(examination, {
    to: 'mary@corvane.example',
    mail: { kind: 'smtp', send, check: async () => {} },
    file,
  });
}
const subjects = () => sent.map(({ subject }) => subject);

test('a fault is mailed once, with what was seen and what to do', async () => {
  await look(0, [], 'right');
  await look(1, ['backup']);
  await look(2, ['backup']);
  expect(subjects()).toEqual(['Corvane: The site has 1 fault']);
  expect(sent[0]).toMatchObject({ to: 'mary@corvane.example' });
  expect(sent[0]?.text).toContain('Is backup well? backup is not. To do: Start backup.');
  expect(sent[0]?.text).toContain('https://www.corvane.example/sales-portal/operations?tab=upkeep');
});

test('another fault is mailed at once, also in place of the first, and all of them a day later', async () => {
  await look(0, ['backup']);
  await look(1, ['mail']);
  await look(2, ['backup', 'mail']);
  await look(25, ['backup', 'mail']);
  await look(26, ['backup', 'mail']);
  await look(27, ['mail']);
  expect(subjects()).toEqual([
    'Corvane: The site has 1 fault',
    'Corvane: The site has 1 fault',
    'Corvane: The site has 2 faults',
    'Corvane: The site has 2 faults',
  ]);
});

test('the end is mailed, and not before everything could be looked at', async () => {
  await look(0, ['backup']);
  await look(1, [], 'unknown');
  await look(2, [], 'right');
  await look(3, [], 'right');
  expect(subjects()).toEqual(['Corvane: The site has 1 fault', 'Corvane: The site is well again']);
});

test('a mail that did not leave is tried with the next look', async () => {
  isMailDown = true;
  await expect(look(0, ['backup'])).rejects.toThrow('no mail server');
  isMailDown = false;
  await look(1, ['backup']);
  expect(subjects()).toEqual(['Corvane: The site has 1 fault']);
});
