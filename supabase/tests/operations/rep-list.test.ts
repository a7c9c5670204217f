import { describe, expect, test } from 'vitest';
import {
  managedSessionsSchema,
  repsPageSchema,
} from '../../../shared/src/contracts/backend/representatives/rep-list.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  api,
  BY,
  change,
  edit,
  list,
  listed,
  rep,
  tokens,
  trail,
  useChangedRep,
} from '../fixtures/changed-rep.ts';

useChangedRep();

describe('sessions', () => {
  test('are listed with place and device, and end one by one or all at once', async () => {
    const read = async () =>
      managedSessionsSchema.parse(
        (await api.rpc('get_rep_sessions', { sales_rep_id_param: rep.id }, tokens.manager)).body,
      );
    await api.sql(
      `insert into public.sales_sessions (sales_rep_id, refresh_hash)
       select $1, md5(random()::text) || md5(random()::text) from generate_series(1, 2)`,
      [rep.id],
    );
    const sessions = await read();
    expect(sessions).toHaveLength(3);
    const one = sessions.find(({ ipAddress }) => ipAddress === '203.0.113.9');
    expect(one).toMatchObject({ userAgent: 'curl/8', isAsking: false });
    const end = (sessionId: string | null) => change({ action: 'end_sessions', repId: rep.id, sessionId });
    expect(await end(one?.id ?? null)).toEqual({ outcome: 'ended', endedSessions: 1 });
    expect(await end(one?.id ?? null)).toEqual({ outcome: 'ended', endedSessions: 0 });
    expect(await end(null)).toEqual({ outcome: 'ended', endedSessions: 2 });
    expect(await read()).toEqual([]);
    expect((await trail()).map(({ event, detail }) => [event, detail])).toEqual([
      ['sessions_ended', { ...BY, count: 1 }],
      ['sessions_ended', { ...BY, count: 2 }],
    ]);
  });

  test('a manager sees the change in the trail with an IP address; the representative reads neither', async () => {
    const [session] = await api.sql<{ id: string }>(
      'select id from public.sales_sessions where sales_rep_id = $1',
      [rep.id],
    );
    await change(edit({ name: 'Grace Read' }));
    const token = await api.signToken({ sub: rep.id, session_id: session?.id ?? '' });
    const filter = { person: rep.id };
    const refused = await api.rpc('get_audit_trail', { filter }, token);
    expect([refused.status, refused.body.code]).toEqual([403, 'PT403']);
    const { body } = await api.rpc('get_audit_trail', { filter }, tokens.manager);
    expect(body.rows[0]).toMatchObject({ event: 'rep_edited', ipAddress: expect.any(String) });
    expect(refused.text).not.toContain(body.rows[0].ipAddress);
  });

  test('a manager who ends their own keeps the calling one', async () => {
    await change({ action: 'end_sessions', repId: BAIT.rep.manager, sessionId: null });
    expect((await listed(BAIT.rep.manager))?.liveSessions).toBe(1);
    const live = await api.rpc('get_rep_sessions', { sales_rep_id_param: BAIT.rep.manager }, tokens.manager);
    expect(live.body).toMatchObject([{ id: BAIT.managerSession.withCode, isAsking: true }]);
  });
});

describe('the list', () => {
  test('has the open work of each representative, and counts of all', async () => {
    const row = await listed(BAIT.rep.A);
    expect(row).toMatchObject({ name: 'Rep A', customers: 3, openLinks: 1, openRequests: 1 });
    expect((await listed())?.liveSessions).toBe(1);
    const expire =
      "update public.sales_sessions set expires_at = now() - interval '1 s' where sales_rep_id = $1";
    await api.sql(expire, [rep.id]);
    expect((await listed())?.liveSessions).toBe(0);
    const [counts] = await api.sql(
      `select count(*) filter (where disabled_at is null)::int as enabled,
        count(*) filter (where disabled_at is not null)::int as disabled from public.sales_representatives`,
    );
    const answer = await api.rpc('get_reps', { filter: { search: 'nobody at all' } }, tokens.manager);
    expect(answer.body).toMatchObject({ rows: [], hasMore: false, counts });
  });

  test('finds by part of name or address in any case, and by state', async () => {
    expect((await list({ search: rep.email.slice(0, 20).toUpperCase() })).map(({ id }) => id)).toEqual([
      rep.id,
    ]);
    await change({ action: 'disable', repId: rep.id });
    expect((await list({ state: 'disabled' })).map(({ id }) => id)).toContain(rep.id);
    expect((await list({ state: 'enabled' })).map(({ id }) => id)).not.toContain(rep.id);
    expect((await list({ state: 'managers' })).map(({ name }) => name)).toEqual(['Manager']);
  });

  test('pages by name without a gap or a repetition', async () => {
    const names: string[] = [];
    for (let after: string | null = null; ; ) {
      const answer = await api.rpc('get_reps', { page_size: 2, after }, tokens.manager);
      const page = repsPageSchema.parse(answer.body);
      names.push(...page.rows.map(({ id }) => id));
      after = page.nextAfter;
      if (after === null) break;
    }
    const all = (await list()).map(({ id }) => id);
    expect(names).toEqual(all);
    expect(new Set(names).size).toBe(all.length);
  });

  test.each([{ state: 'gone' }, { stat: 'enabled' }, { search: 'x'.repeat(201) }, { sales_rep_id: 'me' }])(
    'the filter %j is refused',
    async (filter) => {
      expect((await api.rpc('get_reps', { filter }, tokens.manager)).status).toBe(400);
    },
  );
});
