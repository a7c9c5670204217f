import { randomUUID } from 'node:crypto';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { mailedCode } from '../../portal/portal.ts';
import { readRows, stack } from '../../stack.ts';
import { expect, signIn, test } from '../engine-test.ts';
import { until } from '../until.ts';

test('a rep signs in and sees prices and the way to the portal', async ({ rep }) => {
  await rep.open('/pricing');
  await rep.sees('/month');
  await rep.sees('Demo Mode');
  await rep.click('Sales Portal');
  await rep.sees('Welcome, ');
  await rep.isAt('/sales-portal');
});

test(`a rep qualifies a customer, who opens the link, sees prices, and loses them when the rep revokes${oneRunIn(5, 'qualifying in engines')}`, async ({
  newVisitor,
}) => {
  const email = `${randomUUID()}@customer.example`;
  const { salesId } = await addRep('Robin Engine');
  const rep = await newVisitor();
  await signIn(rep, salesId);
  await rep.fill('Customer email*', email);
  await rep.fill('Customer name', 'Kim Engine');
  await rep.fill('Company', 'Engine Ltd');
  await rep.click('Send Verification Code');
  await rep.fill('6-digit code', await mailedCode(email));
  await rep.click('Verify & Generate Link');
  const link = await rep.valueOf('Access link');
  expect(link).toMatch(new RegExp(`^${stack.url}/comparison\\?access=[\\w-]{43}$`));

  const customer = await newVisitor();
  await customer.open(link);
  await customer.seesDialog('Customer Access');
  await customer.click('See prices');
  await customer.seesNoDialog();
  await customer.isAt('/');
  await customer.sees('Premium Access');
  await customer.sees('/month');

  await rep.click('Customers');
  await rep.click('Revoke');
  await rep.seesDialog('Revoke access for Kim Engine?');
  await rep.click('Revoke access');
  await rep.seesNoDialog();
  await until('the revocation', async () => {
    const [customer] = await readRows('qualified_leads', { email });
    return customer?.revoked_at;
  });
  await customer.open('/pricing');
  await customer.sees('Your access to prices has ended');
  await customer.sees('Book a Demo to See Pricing');
  // The browser itself reports the refused call.
  const problems = await customer.driver.takeProblems();
  expect(problems.filter((problem) => !problem.includes('status of 401'))).toEqual([]);
});
