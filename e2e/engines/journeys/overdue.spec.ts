import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { withProcessLock } from '@corvane/tools/process/process-lock';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { insertRows } from '../../stack.ts';
import { signIn } from '../engine-test.ts';
import { test } from '../manager-test.ts';
import { until } from '../until.ts';
import type { Visitor } from '../visitor.ts';

const HOUR_MS = 3_600_000;
/** What leads from Today to the overdue requests. */
const OVERDUE_LINK = 'main a[href*="answer=overdue"]';

test(`an overdue request is shown with its count, assigned and worked on, and the count falls${oneRunIn(5, 'long journeys', 2)}`, async ({
  manager: { visitor, open, expectAccessible },
  newVisitor,
}) => {
  // The count is of all requests, and another engine may add some.
  const lock = path.join(String(process.env.DATA_DIR), 'journey-overdue.lock');
  const wait = { timeoutMs: 300_000, busy: () => 'Another engine still counts' };
  test.setTimeout(600_000);
  await withProcessLock(lock, () => workOnOverdue(visitor, open, expectAccessible, newVisitor), wait);
});

async function workOnOverdue(
  visitor: Visitor,
  open: (query?: string) => Promise<void>,
  expectAccessible: (state: string) => Promise<void>,
  newVisitor: () => Promise<Visitor>,
): Promise<void> {
  const word = randomUUID().slice(0, 8);
  const rep = await addRep(`Otto ${word}`);
  const sentAt = new Date(Date.now() - 26.5 * HOUR_MS).toISOString();
  await insertRows(
    'contact_submissions',
    ['Ada', 'Emil'].map((firstName) => ({
      id: randomUUID(),
      first_name: firstName,
      last_name: word,
      email: `${firstName.toLowerCase()}-${word}@visitor.example`,
      company: 'Overdue Ltd',
      message: 'Is anybody there?',
      project_type: 'contact',
      created_at: sentAt,
      notified_at: sentAt,
    })),
  );

  await open();
  await visitor.sees('new requests overdue for a first answer');
  const overdue = async () => Number.parseInt(await visitor.wordsOf(OVERDUE_LINK), 10);
  const before = await overdue();
  await visitor.click('new requests overdue for a first answer');
  await visitor.isAt('/sales-portal/operations?tab=requests&answer=overdue');
  await visitor.sees(`All ${before}`);
  await visitor.fill('Search requests', word);
  await visitor.sees('2 requests shown');
  await visitor.seesRow(`Ada ${word}`, 'Overdue by 2 hours', 'no one yet');
  await expectAccessible('overdue requests');
  await visitor.click(`Assign Ada ${word}`);
  await visitor.seesDialog(`Assign the request of Ada ${word}`);
  await visitor.click(`Otto ${word}`);
  await visitor.seesNoDialog();
  await visitor.sees(`1 request assigned to Otto ${word}.`);
  await visitor.seesRow(`Ada ${word}`, 'Overdue by 2 hours', `Otto ${word}`);

  const page = await newVisitor();
  await signIn(page, rep.salesId);
  await page.sees('1 overdue for a first answer.');
  await page.click('open request');
  await page.sees('1 open request assigned to you, 1 overdue');
  await page.click(`Ada ${word}`, 'main [data-row-opener]');
  await page.seesDialog(`Ada ${word}`);
  await page.sees('Is anybody there?');
  await page.choose('Status', 'In progress');
  await page.click('Save changes');
  await page.seesNoDialog();
  await page.seesRow(`Ada ${word}`, 'In progress', 'answered after 26 hours');
  await page.seesNoMore('1 overdue');

  // Emil's is overdue still.
  await open(`?tab=requests&answer=overdue&find=${word}`);
  await visitor.seesRow(`Emil ${word}`, 'Overdue by 2 hours');
  await visitor.seesNoMore(`Ada ${word}`);
  await open();
  await until('one overdue request less', async () => (await overdue()) === before - 1);
}
