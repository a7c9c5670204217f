import { describe, expect, test } from 'vitest';
import type { PersonCorrection } from '../../../shared/src/contracts/backend/people/person-change.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  api,
  change,
  customerId,
  email,
  NAME,
  requestId,
  storePersonForEachTest,
  surname,
  trail,
} from '../fixtures/stored-person.ts';

storePersonForEachTest();

describe('correction', () => {
  const before = () => ({ name: NAME, company: 'Mills' });
  const correct = (correction: Partial<PersonCorrection>) =>
    change({
      action: 'correct',
      correction: { kind: 'customer', id: customerId, before: before(), ...correction },
    });

  test('of a customer is saved, and the trail names only the fields', async () => {
    const after = { name: 'Quilla <i>Stone</i>', company: 'Mills' };
    expect((await correct({ after })).body).toEqual({ outcome: 'saved', stored: after });
    // Its answer was lost: the repeated request gets the same answer.
    expect((await correct({ after })).body).toEqual({ outcome: 'saved', stored: after });
    const [line] = await trail('person_corrected');
    expect(line).toMatchObject({
      customer: customerId,
      detail: { by: 'manager', managerId: BAIT.rep.manager, of: 'customer', fields: ['name'] },
    });
    expect(JSON.stringify(line?.detail)).not.toMatch(/stone/i);
  });

  test('of two managers at once: one is saved, and the other gets the stored values', async () => {
    const answers = await Promise.all(
      ['One', 'Other'].map((name) => correct({ after: { name, company: 'Mills' } })),
    );
    const bodies = answers.map(({ body }) => body);
    expect(bodies.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'saved']);
    expect(bodies[0].stored).toEqual(bodies[1].stored);
  });

  test('of a contact request raises its version, so that an open form cannot undo it', async () => {
    const texts = {
      firstName: 'Quilla',
      lastName: surname,
      company: 'Mills',
      phone: '',
      jobTitle: '',
    };
    const saved = await correct({
      kind: 'contact_request',
      id: requestId,
      before: texts,
      after: { ...texts, lastName: '', phone: '+1 555' },
    });
    expect(saved.body).toMatchObject({ outcome: 'saved', stored: { phone: '+1 555' } });
    expect(
      await api.sql('select last_name, phone, version from public.contact_submissions where id = $1', [
        requestId,
      ]),
    ).toEqual([{ last_name: null, phone: '+1 555', version: 2 }]);
    expect((await trail('person_corrected'))[0]?.detail).toMatchObject({
      of: 'contact_request',
      requestId,
      fields: ['lastName', 'phone'],
    });
    // What is empty by now can be corrected again.
    const before = { ...texts, lastName: '', phone: '+1 555' };
    const again = await correct({ kind: 'contact_request', id: requestId, before, after: texts });
    expect(again.body).toMatchObject({ outcome: 'saved', stored: texts });
  });

  test('of deleted data, of an address, or without a required text is refused', async () => {
    expect((await correct({ id: crypto.randomUUID(), after: before() })).status).toBe(404);
    expect((await correct({ after: { ...before(), email: 'new@person.example' } as never })).status).toBe(
      400,
    );
    const texts = { firstName: '', lastName: '', company: 'x', phone: '', jobTitle: '' };
    expect(
      (await correct({ kind: 'contact_request', id: requestId, before: texts, after: texts })).status,
    ).toBe(400);
  });
});

test('consent is withdrawn once, on all requests, with who did it, and its text stays', async () => {
  const withdraw = async () => (await change({ action: 'withdraw_consent', email })).body;
  expect(await withdraw()).toEqual({ outcome: 'withdrawn', requests: 1 });
  expect(await withdraw()).toEqual({ outcome: 'withdrawn', requests: 0 });
  expect((await trail('consent_withdrawn'))[0]?.detail).toEqual({
    by: 'manager',
    managerId: BAIT.rep.manager,
    requests: 1,
    requestIds: [requestId],
  });
  expect(
    await api.sql(
      `select consent_text as text, consent_withdrawn_at is not null as is_withdrawn
       from public.contact_submissions where id = $1`,
      [requestId],
    ),
  ).toEqual([{ text: 'Yes', is_withdrawn: true }]);
});
