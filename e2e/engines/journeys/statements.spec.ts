import { randomUUID } from 'node:crypto';
import { formatMonth } from '@corvane/shared/lib/months';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { addCustomer } from '../../portal/own-rep.ts';
import { insertRows, mailsAbout, queryDatabase } from '../../stack.ts';
import { signIn } from '../engine-test.ts';
import { chooseFile, importingAlone } from '../import-sales.ts';
import { expectAccessibleLooks } from '../looks.ts';
import { test } from '../manager-test.ts';
import { until } from '../until.ts';

test(`a month is approved, questioned, answered, corrected in the next, and paid${oneRunIn(5, 'long journeys', 4)}`, async ({
  manager: { visitor, open, expectAccessible },
  newVisitor,
}) => {
  test.setTimeout(600_000);
  const name = `Stella ${randomUUID().slice(0, 8)}`;
  const rep = await addRep(name);
  const customer = await addCustomer(rep.id);
  const saleId = randomUUID();
  const [days] = await queryDatabase<{ sold: string; month: string; before: string; now: string }>(
    `select (m - interval '2 months' + interval '14 days')::date::text as sold,
       to_char(m - interval '1 month', 'YYYY-MM') as month, to_char(m - interval '2 months', 'YYYY-MM') as before,
       to_char(m, 'YYYY-MM') as now
     from date_trunc('month', now() at time zone 'UTC') as m`,
  );
  if (days === undefined) throw new Error('The database tells no day.');
  await insertRows('sales_records', [
    {
      id: saleId,
      sales_rep_id: rep.id,
      qualified_lead_id: customer.customerId,
      sale_date: days.sold,
      product_name: 'Moonshot',
      billing_frequency: 'annual',
      sale_amount: 120_000,
      commission: 12_345,
      is_cancelled: false,
      cancelled_at: null,
    },
  ]);

  // Approved.
  await open('?tab=statements');
  await visitor.seesRow(name, '$123.45', 'Draft');
  await visitor.click(`Approve ${name}`);
  const asked = `Approve: all open months of ${name}, ${formatMonth(days.before)} to ${formatMonth(days.month)}?`;
  await visitor.seesDialog(asked);
  await visitor.press('Escape');
  await visitor.seesNoDialog();
  await visitor.hasFocusOn(`Approve ${name}`);
  await visitor.click(`Approve ${name}`);
  await visitor.seesDialog(asked);
  await visitor.hasFocusOn('Cancel');
  await visitor.click('Approve');
  await visitor.seesNoDialog();
  await visitor.seesRow(name, '$123.45', 'Approved');
  await visitor.choose('Month (UTC)', formatMonth(days.before));
  await visitor.seesRow(name, '$0.00', 'Approved');
  await expectAccessible('an approved month');

  // Questioned.
  const own = await newVisitor();
  await signIn(own, rep.salesId);
  await own.click('My Commissions');
  await own.click('My statements');
  await own.seesRow(formatMonth(days.month), '$123.45', 'Approved');
  await expectAccessibleLooks(own, 'own statements');
  await own.click(formatMonth(days.month), 'main');
  await own.sees(`Statement for ${formatMonth(days.month)}`);
  await own.click(customer.name, 'main [data-row-opener]');
  await own.seesDialog(customer.name);
  await own.fill('Your question', 'Why not more?');
  await own.click('Ask');
  await own.seesNoDialog();
  await own.seesRow(customer.name, 'Why not more?');
  await expectAccessibleLooks(own, 'a questioned line');
  await until('the mail about the question', async () => {
    const mails = await mailsAbout(`${name} asked about the statement for ${formatMonth(days.month)}`);
    return mails.length > 0;
  });

  // Answered.
  await open('?tab=statements');
  await visitor.seesRow(name, '1 question to answer');
  await visitor.click(name, 'main');
  await visitor.sees(`Statement for ${formatMonth(days.month)}`);
  await visitor.click(customer.name, 'main [data-row-opener]');
  await visitor.seesDialog(customer.name);
  await visitor.sees('Why not more?');
  await visitor.fill('Your answer', 'You are right.');
  await visitor.click('Answer');
  await visitor.seesNoDialog();
  await visitor.seesRow(customer.name, 'You are right.');

  // Corrected.
  await importingAlone(async () => {
    await open('?tab=team');
    await visitor.seesAll();
    await visitor.click('Import sales');
    await visitor.sees('CSV file: choose it, or drop it here');
    await chooseFile(visitor, [`${saleId},${rep.email},${days.sold},Moonshot,annual,1200.00,200.00,`]);
    await visitor.sees('Line 2: commission 123.45 → 200.00');
    await visitor.click('Import 1 sale');
    await visitor.seesNoDialog();
    await visitor.sees('0 new and 1 changed');
  });
  await open(`?tab=statements&statements-month=${days.now}`);
  await visitor.seesRow(name, '$76.55', 'Draft');

  // Paid: what was approved, unchanged.
  await open('?tab=statements');
  await visitor.seesRow(name, '$123.45', 'Approved');
  await visitor.click(`Mark as paid ${name}`);
  await visitor.seesDialog(`Mark as paid: the statement of ${name} for ${formatMonth(days.month)}?`);
  await visitor.click('Mark as paid');
  await visitor.seesNoDialog();
  await visitor.seesRow(name, '$123.45', 'Paid');

  await own.open(`/sales-portal?tab=commissions&show=statements&statement-month=${days.month}`);
  await own.seesRow(customer.name, '$123.45', 'You are right.');
  await own.click('All my statements');
  await own.seesRow(formatMonth(days.month), '$123.45', 'Paid');
  await own.seesRow(formatMonth(days.now), '$76.55', 'Draft');
  await own.click(formatMonth(days.now), 'main');
  await own.seesRow(customer.name, '$76.55', 'Correction');
});
