import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  mentionedPersonSchema,
  openedPersonSchema,
} from '../../../shared/src/contracts/backend/people/people.ts';
import { withConnection } from '../../../tools/postgres/connect.ts';
import { BAIT } from '../fixtures/bait.ts';
import { OWN_LOCKS } from '../fixtures/own-locks.ts';
import { rowsWith } from '../fixtures/rows-with.ts';
import {
  addRequest,
  api,
  change,
  customerId,
  email,
  erase,
  erased,
  eraseStep,
  found,
  NAME,
  read,
  storePersonForEachTest,
  surname,
  tokens,
  trail,
} from '../fixtures/stored-person.ts';

storePersonForEachTest();

const OTHERS = 230;
/** Of a step. */
const MOST = 200;

/** Regression: with 300 long texts, a call ran out of time. Each repetition began again, and ended as early. */
describe(`a person of whom ${OTHERS} requests of others speak`, () => {
  beforeEach(() =>
    api.sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
       select gen_random_uuid(), 'Other', 'other' || n || '@many.example', 'Mills', 'contact',
         repeat('We would like to see what it costs — per month. ', 5) || 'Ask ' || $1 || ' <' || $2 || '>.'
       from generate_series(1, ${OTHERS}) as n`,
      [NAME, email],
    ),
  );
  afterEach(() => api.sql(`delete from public.contact_submissions where email like '%@many.example'`));

  /** Before all others in their order. */
  const addFirst = (message: string) =>
    api.sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
       values ('00000000-0000-4000-8000-00000000aaaa', 'First', 'first@many.example', 'Mills', 'contact', $1)`,
      [message],
    );
  const named = async () =>
    (await rowsWith(api, surname)).filter((row) => JSON.stringify(row).includes('@many.example')).length;
  const open = async () => openedPersonSchema.parse((await read({ action: 'open', email })).body);

  test('is opened with a first part of them, and the rest is read in parts', async () => {
    const opened = await open();
    expect(opened.mentions.texts.length).toBeLessThanOrEqual(50);
    const ids = new Set(opened.mentions.texts.map(({ id }) => id));
    for (let { next, unread } = opened.mentions; next !== null; ) {
      expect(unread).toBe(OTHERS - ids.size);
      const { body } = await read({ action: 'mentions', email, after: next });
      const { mentions } = mentionedPersonSchema.parse(body);
      for (const { id } of mentions.texts) ids.add(id);
      ({ next, unread } = mentions);
    }
    expect(ids.size).toBe(OTHERS);
  });

  test('is erased in steps. Each is kept, and until the last one the person is stored', async () => {
    const erasureId = crypto.randomUUID();
    let before = 0;
    for (;;) {
      const step = await eraseStep(email, { erasureId });
      if (step.outcome === 'erased') {
        expect(step).toMatchObject({ redacted: OTHERS, isCustomer: true, contactRequests: 1 });
        break;
      }
      expect(step.redacted).toBeGreaterThan(before);
      expect(step.redacted).toBeLessThanOrEqual(before + MOST);
      expect(step.unread).toBe(OTHERS - step.redacted);
      expect(await named()).toBe(step.unread);
      expect(await found(email)).toEqual([email]);
      expect((await trail('mentions_redacted'))[0]).toMatchObject({
        customer: customerId,
        detail: { by: 'manager', managerId: BAIT.rep.manager, redacted: step.redacted - before },
      });
      before = step.redacted;
    }
    expect(before).toBeGreaterThan(0);
    expect(await rowsWith(api, email, surname)).toEqual([]);
    // A lost answer of the last step is given again.
    expect(await eraseStep(email, { erasureId })).toMatchObject({ outcome: 'erased', redacted: OTHERS });
    expect((await trail('person_erased'))[0]).toMatchObject({ detail: { redacted: OTHERS } });
  });

  test('is erased whole after an erasure that broke off, whatever was written meanwhile', async () => {
    expect(await eraseStep()).toMatchObject({ outcome: 'erasing' });
    // The person writes again, others write of them, and the manager's session ends.
    await addRequest(crypto.randomUUID(), { email, message: 'Me again', staffNote: '' });
    await addFirst(`Call ${email}`);
    expect((await change({ ...erasure(), email }, tokens['manager without a code'])).status).toBe(403);
    expect((await open()).requests).toHaveLength(2);
    expect(await erased()).toMatchObject({ outcome: 'erased', contactRequests: 2 });
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });

  /** Regression: the next step went on behind the place of the last one. So what was written before it kept the name. */
  test.each([1, OTHERS])(
    'is erased whole when others write meanwhile: into %i of the texts that were read, and before them',
    async (most) => {
      const { erasureId } = erasure();
      const step = await eraseStep(email, { erasureId });
      await addFirst(`Call ${email}`);
      const again = await api.sql(
        `update public.contact_submissions set staff_note = $1 where id in (
         select s.id from public.contact_submissions s
         where s.message like '%[erased]%' and s.email like '%@many.example' order by s.id limit $2
       ) returning id`,
        [`${NAME} called.`, most],
      );
      expect(step).toMatchObject({
        outcome: 'erasing',
        redacted: most === 1 ? expect.any(Number) : again.length,
      });
      const whole = { outcome: 'erased', redacted: OTHERS + again.length + 1, contactRequests: 1 };
      expect(await erased(email, { erasureId })).toMatchObject(whole);
      expect(await rowsWith(api, email, surname)).toEqual([]);
      expect(await eraseStep(email, { erasureId })).toMatchObject(whole);
    },
  );

  /** Regression: a text with the new name stayed if it was read before the name changed. */
  test('is erased whole when a name changes between two steps', async () => {
    const { erasureId } = erasure();
    await addFirst(`Ask Quilla New${surname}`);
    expect(await eraseStep(email, { erasureId })).toMatchObject({ outcome: 'erasing' });
    await api.sql('update public.qualified_leads set name = $2 where id = $1', [
      customerId,
      `Quilla New${surname}`,
    ]);
    await erased(email, { erasureId });
    expect(await rowsWith(api, `New${surname}`)).toEqual([]);
  });

  /** Regression: the trail said that an erasure had changed no texts, after steps with another id had. */
  test('is told with all texts that changed, also in steps of an erasure that broke off', async () => {
    const step = await eraseStep(email, { takesNames: false });
    const redacted = OTHERS + (step.outcome === 'erasing' ? step.redacted : Number.NaN);
    expect(await erased()).toMatchObject({ redacted });
    expect((await trail('person_erased'))[0]).toMatchObject({ detail: { redacted } });
  });

  test('is erased once by two managers at once, each with steps of their own', async () => {
    const whole = async () => {
      const { erasureId } = erasure();
      for (;;) {
        const answer = await erase(email, { erasureId });
        if (answer.status !== 200 || answer.body.outcome !== 'erasing') return answer.status;
      }
    };
    expect((await Promise.all([whole(), whole()])).sort()).toEqual([200, 404]);
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });

  /** Regression: a name before the last text with the address stayed. */
  test('the id of an erasure that was begun without names skips no name', async () => {
    const { erasureId } = erasure();
    await addFirst(`Ask ${NAME}`);
    expect(await eraseStep(email, { erasureId, takesNames: false })).toMatchObject({ outcome: 'erasing' });
    await erased(email, { erasureId });
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });

  test('the id of a begun erasure of another person skips nothing', async () => {
    const { erasureId } = erasure();
    expect(await eraseStep(email, { erasureId })).toMatchObject({ outcome: 'erasing' });
    const other = `other.${crypto.randomUUID()}@person.example`;
    await addFirst(`Call ${other}`);
    expect(await erased(other, { erasureId })).toMatchObject({ redacted: 1 });
  });
});

const erasure = () => ({ action: 'erase', takesNames: true, erasureId: crypto.randomUUID() });

/** Regression: an erasure of one step did not read again, and took the name that was stored when it ended. */
test('a person is erased whole in one step, whatever others write and correct while it runs', async () => {
  const other = { email: `other@many.example`, staffNote: '' };
  const [before, meanwhile] = [`${email} is Quilla New${surname}`, `Call ${email}`];
  await addRequest(crypto.randomUUID(), { ...other, message: before });
  await withConnection(api.backend.databaseUrl, async (sql) => {
    await sql.query('begin');
    await sql.query('select from private.verification_codes where email = $1 for update', [email]);
    const erasure = erased();
    await expect.poll(() => api.sql(`select from ${OWN_LOCKS} where not l.granted`)).not.toHaveLength(0);
    await addRequest(crypto.randomUUID(), { ...other, message: meanwhile });
    await api.sql('update public.qualified_leads set name = $2 where id = $1', [
      customerId,
      `Quilla New${surname}`,
    ]);
    await sql.query('commit');
    expect(await erasure).toMatchObject({ outcome: 'erased', redacted: 3 });
  });
  const texts = await api.sql<{ message: string }>(
    'delete from public.contact_submissions where email = $1 returning message',
    [other.email],
  );
  expect(texts.map(({ message }) => message).sort()).toEqual(['Call [erased]', '[erased] is [erased]']);
});

/** Regression: the last step said that nothing was stored, and the trail had no line about the whole erasure. */
test('a person whom only texts of others mention is erased, though the last of these go meanwhile', async () => {
  const only = `only.${surname}@mention.example`.toLowerCase();
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Other', 'o' || n || '@many.example', 'Mills',
       'contact', $1
     from generate_series(1, ${MOST} + 5) as n`,
    [only],
  );
  const { erasureId } = erasure();
  const { outcome, redacted } = await eraseStep(only, { erasureId });
  expect(outcome).toBe('erasing');
  await api.sql(`delete from public.contact_submissions where email like '%@many.example'`);
  // A slow machine's step ends before it has read all that it may.
  const whole = { outcome: 'erased', redacted, contactRequests: 0 };
  expect(await eraseStep(only, { erasureId })).toMatchObject(whole);
  expect((await trail('person_erased'))[0]).toMatchObject({ detail: { redacted, contactRequests: 0 } });
  expect(await eraseStep(only, { erasureId })).toMatchObject(whole);
  expect((await erase(only)).status).toBe(404);
});

/** Regression: the last step said that nothing was stored, and the trail had no line about the whole erasure. */
test('a person whom only texts of others mention is erased, though the last of these only look like it', async () => {
  const only = `only.${surname}@mention.example`.toLowerCase();
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Other', 'o' || n || '@many.example', 'Mills',
       'contact', case when n > ${MOST} then replace($1, '@', ' and ') else $1 end
     from generate_series(1, ${MOST} + 5) as n`,
    [only],
  );
  expect(await erased(only)).toMatchObject({ outcome: 'erased', redacted: MOST });
  expect((await trail('person_erased'))[0]).toMatchObject({ detail: { redacted: MOST, contactRequests: 0 } });
  await api.sql(`delete from public.contact_submissions where email like '%@many.example'`);
});

/** Regression: all texts with one word of the address were read, however many. */
test('words of an address that stand apart in texts of others are no mention, and are not read', async () => {
  const info = `info@${surname.toLowerCase()}.example`;
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     select gen_random_uuid(), 'Other', 'info' || n || '@many.example', 'Mills', 'contact', 'More info, please'
     from generate_series(1, 100) as n`,
  );
  const [places] = await api.sql<{ places: number }>(
    `select cardinality(private.mention_places($1, private.full_names($1), '')) as places`,
    [info],
  );
  expect(places).toEqual({ places: 0 });
  await api.sql(`delete from public.contact_submissions where email like '%@many.example'`);
});
