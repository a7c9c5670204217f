import { randomUUID } from 'node:crypto';
import { CONTACT_MIN_MS } from '@corvane/shared/contracts/backend/contact/contact';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { addCustomer } from '../../portal/own-rep.ts';
import { mailsAbout, updateRow } from '../../stack.ts';
import { expect, signIn, test } from '../engine-test.ts';
import { until } from '../until.ts';

/** Much sooner than the next run of the timer that sends waiting mails. */
const SECONDS_MS = 30_000;

test(`a customer goes ahead with a quote, and their representative hears of it within seconds and answers${oneRunIn(5, 'long journeys', 3)}`, async ({
  newVisitor,
}) => {
  const { id: repId, email: repEmail, salesId } = await addRep(`Quinn ${randomUUID().slice(0, 8)}`);
  const { customerId, name, token } = await addCustomer(repId);
  await updateRow('qualified_leads', customerId, { company: 'Quoted Ltd' });
  /** Their representative got a mail with these words in its subject or text. */
  const mailed = (...words: readonly string[]) =>
    until(`a mail with "${words.join('" and "')}"`, async () =>
      (await mailsAbout(name)).some(
        ({ to, subject, text }) =>
          to.includes(repEmail) && words.every((part) => `${subject}\n${text}`.includes(part)),
      ),
    );

  const customer = await newVisitor();
  await customer.open(`/pricing?access=${token}`);
  await customer.seesDialog('Customer Access');
  await customer.click('See prices');
  await customer.seesNoDialog();
  await customer.click('Print a quote for Moonshot');
  await customer.seesDialog(null);
  await customer.sees('Your representative');
  await customer.click('Annual');
  await customer.sees('Billed monthly instead');
  await mailed('made a quote: Moonshot');

  await customer.click('Go ahead with this quote');
  await customer.isAt('/contact?source=quote&tier=Moonshot&billing=annual');
  await customer.sees('This message is about Moonshot, billed annually.');
  expect(await customer.valueOf('Full Name*')).toBe(name);
  expect(await customer.valueOf('Company*')).toBe('Quoted Ltd');
  expect(await customer.valueOf('Message (Optional)')).toContain('I accept my quote.');
  const openedMs = await customer.driver.evaluate(() => performance.now());
  // A person reads before they send. The site quarantines faster requests.
  await until('time to read', () =>
    customer.driver.evaluate((ms) => performance.now() > ms, openedMs + 2 * CONTACT_MIN_MS),
  );
  const sentMs = Date.now();
  await customer.click('Go ahead with this quote', 'main form');
  await customer.sees('thank you');
  await mailed('I accept my quote.', 'Moonshot, billed annually');
  expect(Date.now() - sentMs).toBeLessThan(SECONDS_MS);

  const rep = await newVisitor();
  await signIn(rep, salesId);
  await rep.sees('customer made a quote');
  await rep.click('open request');
  await rep.sees('1 open request assigned to you');
  await rep.seesRow(name, 'New', 'Go ahead with this quote');
  await rep.click(name, 'main [data-row-opener]');
  await rep.seesDialog(name);
  await rep.sees('Moonshot, billed annually');
  await rep.choose('Status', 'Done');
  await rep.click('Save changes');
  await rep.seesNoDialog();
  await rep.sees('0 open requests assigned to you');
  await rep.seesRow(name, 'Done');
  await rep.click(`Open customer ${name}`);
  await rep.seesDialog(name);
  await rep.sees(`${name} was quoted Moonshot for`);
  await rep.sees('a month or');
  await rep.sees(`A request of ${name} arrived`);
});
