import { randomUUID } from 'node:crypto';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { addCustomer } from '../../portal/own-rep.ts';
import { insertRows } from '../../stack.ts';
import { signIn } from '../engine-test.ts';
import { test } from '../manager-test.ts';

test(`a manager sets a target, and the representative reads that it is met${oneRunIn(5, 'long journeys', 0)}`, async ({
  manager: { visitor, open },
  newVisitor,
}) => {
  const name = `Tara ${randomUUID().slice(0, 8)}`;
  const rep = await addRep(name);
  const { customerId } = await addCustomer(rep.id);
  await open('?tab=team');
  await visitor.seesAll();
  await visitor.click('Set targets');
  await visitor.seesDialog(null);
  await visitor.fill(name, '1000');
  await visitor.click('Save targets');
  await visitor.seesNoDialog();

  const page = await newVisitor();
  await signIn(page, rep.salesId);
  await page.sees('0 % of $1,000, behind pace');
  await insertRows('sales_records', [
    {
      id: randomUUID(),
      sales_rep_id: rep.id,
      qualified_lead_id: customerId,
      sale_date: new Date().toISOString().slice(0, 10),
      product_name: 'Moonshot',
      billing_frequency: 'annual',
      sale_amount: 120_000,
      commission: 12_000,
      is_cancelled: false,
    },
  ]);
  await page.open('/sales-portal');
  await page.sees('120 % of $1,000, met');
});
