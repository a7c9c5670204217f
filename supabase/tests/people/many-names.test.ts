import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openedPersonSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { addRequest, api, erased, noteOf, read, storePersonForEachTest } from '../fixtures/stored-person.ts';

storePersonForEachTest();

/** A name of 100 single letters: no other name has so many words. Each seed has its own. */
const longName = (seed: number) =>
  [...createHash('sha512').update(String(seed)).digest('hex')].slice(0, 100).join(' ');

async function addNamed(from: string, names: string[]): Promise<void> {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     select gen_random_uuid(), n, $1, 'Flood', 'contact', repeat('water ', 500) from unnest($2::text[]) as n`,
    [from, names],
  );
}

async function addOther(message: string, staffNote = ''): Promise<string> {
  const id = crypto.randomUUID();
  await addRequest(id, { email: `other.${id}@person.example`, message, staffNote });
  return id;
}

const textOf = async (id: string) =>
  (
    await api.sql<{ text: string }>('select message as text from public.contact_submissions where id = $1', [
      id,
    ])
  )[0]?.text;

/** Regression: one pattern of all names ended the database's process. */
test('a person with hundreds of long names is opened and erased', async () => {
  const flood = `flood.${crypto.randomUUID()}@flood.example`;
  const names = Array.from({ length: 240 }, (_, seed) => longName(seed));
  await addNamed(flood, names);
  // What names of single letters could match: texts of nothing else.
  const otherIds = await Promise.all(
    Array.from({ length: 10 }, (_, seed) => addOther(`${names.at(seed)} ${'a b c d e '.repeat(980)}`)),
  );
  const answer = await read({ action: 'open', email: flood });
  expect(answer.status).toBe(200);
  expect(openedPersonSchema.parse(answer.body).mentions.texts.length).toBeGreaterThan(0);
  // The database's time limit bounds both.
  expect(await erased(flood)).toMatchObject({ redacted: expect.any(Number) });
  await api.sql('delete from public.contact_submissions where id = any ($1)', [otherIds]);
});

test('words are compared: what a name holds besides words is no pattern, and keeps no text busy', async () => {
  const stranger = `stranger.${crypto.randomUUID()}@person.example`;
  await addNamed(stranger, ['(a+)+ .*', 'Ver[a] S.n', 'Vera Sun', '(x+x+)+ y '.repeat(18)]);
  const id = await addOther(
    `Ask VERA\u00a0Sun, vera+sun or Vera-Sun; not Vera Sunday, Vera: sun, or Vera and Sun. ${'x'.repeat(500)}`,
  );
  await erased(stranger);
  expect(await textOf(id)).toBe(
    `Ask [erased], [erased] or [erased]; not Vera Sunday, Vera: sun, or Vera and Sun. ${'x'.repeat(500)}`,
  );
});

test('a longer name is taken before a shorter one inside it, and two in a row are two', async () => {
  const stranger = `stranger.${crypto.randomUUID()}@person.example`;
  await addNamed(stranger, ['Ilse Moor', 'Ilse Moor Bridge']);
  const id = await addOther(
    'From Ilse Moor Bridge. Ilse Moor Ilse Moor: https://x.example/?who=Ilse%20Moor&a=1',
  );
  await erased(stranger);
  expect(await textOf(id)).toBe('From [erased]. [erased] [erased]: https://x.example/?who=[erased]&a=1');
});

/** Regression: the words of every request were made again for each name. */
test('a name that many of 300 requests say counts, in a database that has counted only a few', async () => {
  await api.sql('vacuum (analyze) public.contact_submissions');
  const stranger = `stranger.${crypto.randomUUID()}@person.example`;
  await addNamed(stranger, ['Zora Zenith', 'Zora Zenith']);
  await addNamed(
    stranger,
    Array.from({ length: 300 }, (_, at) => `Aaa Name${at}`),
  );
  const id = await addOther('', 'Zora Zenith called.');
  await erased(stranger);
  expect(await noteOf(id)).toBe('[erased] called.');
});
