import { randomUUID } from 'node:crypto';
import { addRep } from '../ops.ts';
import { addCustomer, callProcedure, endOfDay } from '../portal/own-rep.ts';
import { insertRows } from '../stack.ts';

/**
 * Adds what Operations can show: a visitor who agreed to mails and became a customer, whose link ends today. Another
 * visitor, whose request is in quarantine. A representative, to whom both were handed over.
 * @returns a word that is in the names and addresses of all of them, and of no other person
 */
export async function addOperationsRecords(): Promise<string> {
  const word = randomUUID().slice(0, 8);
  const [rep, leaver] = [await addRep(`Robin ${word}`), await addRep(`Lena ${word}`)];
  const now = new Date();
  await addCustomer(leaver.id, { email: `ada-${word}@visitor.example`, endsAt: endOfDay(now, 0) });
  // The UTC day may end meanwhile. Then this link is the one that ends today.
  await addCustomer((await addRep(`Mel ${word}`)).id, { endsAt: endOfDay(now, 1) });
  const request = (firstName: string, fields: object) => ({
    id: randomUUID(),
    first_name: firstName,
    last_name: word,
    email: `${firstName.toLowerCase()}-${word}@visitor.example`,
    company: 'Engines Ltd',
    message: 'We compare three vendors.',
    project_type: 'contact',
    consent_version: '1',
    consent_text: 'I agree to mails.',
    consented_at: now.toISOString(),
    ...fields,
  });
  await insertRows('contact_submissions', [
    request('Ada', { assigned_to: leaver.id, notified_at: now.toISOString(), quarantined_at: null }),
    request('Emil', { assigned_to: null, notified_at: null, quarantined_at: now.toISOString() }),
  ]);
  await callProcedure('hand_over_customers', {
    from_rep_id_param: leaver.id,
    to_rep_id_param: rep.id,
    emails_param: null,
    request_ids_param: null,
  });
  return word;
}
