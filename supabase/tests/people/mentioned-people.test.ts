import { beforeEach, describe, expect, test } from 'vitest';
import { openedPersonSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { rowsWith } from '../stand/rows-with.ts';
import {
  addRequest,
  api,
  change,
  found,
  openings,
  read,
  storePersonForEachTest,
} from '../stand/stored-person.ts';

storePersonForEachTest();

/** Regression: a colleague's message named a person, and neither search nor erasure found them. */
describe('a person of whom only others wrote', () => {
  let mentioned: string;
  let otherId: string;

  beforeEach(async () => {
    mentioned = `nell.${crypto.randomUUID()}@mention.example`;
    otherId = crypto.randomUUID();
    await addRequest(otherId, {
      email: `other.${otherId}@person.example`,
      message: `Please call ${mentioned.toUpperCase()} instead.`,
      staffNote: '',
    });
  });

  test('is found by the whole address, and opened with those texts', async () => {
    expect((await read({ action: 'find', search: mentioned.toUpperCase() })).body.people).toEqual([
      { email: mentioned, names: null, roles: ['mention'] },
    ]);
    const person = openedPersonSchema.parse((await read({ action: 'open', email: mentioned })).body);
    expect(person).toMatchObject({
      customer: null,
      representative: null,
      requests: [],
      codes: [],
      mentions: { count: 1, texts: [{ id: otherId, field: 'message', hasAddress: true }] },
    });
    expect((await openings()).at(-1)).toMatchObject({ detail: { by: 'manager', mentionedIn: otherId } });
  });

  test('is erased, and then not found any more', async () => {
    expect(
      (
        await change({
          action: 'erase',
          email: mentioned,
          takesNames: true,
          erasureId: crypto.randomUUID(),
        })
      ).body,
    ).toMatchObject({ outcome: 'erased', isCustomer: false, contactRequests: 0, redacted: 1 });
    expect(await rowsWith(api, mentioned)).toEqual([]);
    expect(await found(mentioned)).toEqual([]);
    expect((await read({ action: 'open', email: mentioned })).status).toBe(404);
  });

  test('needs a whole address: a word in a text is nobody', async () => {
    expect(await found('instead')).toEqual([]);
    expect((await read({ action: 'open', email: 'instead' })).status).toBe(404);
    expect(
      (
        await change({
          action: 'erase',
          email: 'instead',
          takesNames: true,
          erasureId: crypto.randomUUID(),
        })
      ).status,
    ).toBe(404);
  });
});
