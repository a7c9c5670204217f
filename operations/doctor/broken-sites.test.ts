import { describeNeeding } from '@corvane/tools/machine/describe-needing';
import { sampleOf } from '@corvane/tools/machine/sample';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_FAULTS } from './broken/backend-faults.ts';
import { EDGE_FAULTS } from './broken/edge-faults.ts';
import { facts, SINCE_YESTERDAY } from './broken/fault.ts';
import { archived, UPKEEP_FAULTS, undrilled } from './broken/upkeep-faults.ts';
import { type Change, type DoctorFixture, startDoctorFixture } from './doctor-fixture.ts';

describeNeeding('nginx', 'the doctor', () => {
  let fixture: DoctorFixture;
  beforeAll(async () => {
    fixture = await startDoctorFixture();
  });
  afterAll(() => fixture?.close());

  test('has no complaint about a healthy site', async () => {
    const [examination] = await fixture.examine({ look: { environmentFile: fixture.environmentFile } });
    expect(examination?.findings.filter(({ verdict }) => verdict !== 'right')).toEqual([]);
    expect(examination?.verdict).toBe('right');
  });

  test.each(sampleOf('sites with a fault', [...EDGE_FAULTS, ...BACKEND_FAULTS, ...UPKEEP_FAULTS], 7))(
    'names %s',
    async (_fault, change, checks, says) => {
      const [examination] = await fixture.examine(typeof change === 'function' ? change(fixture) : change);
      const found = examination?.findings.filter(({ verdict }) => verdict === 'wrong') ?? [];
      expect(found.map(({ name }) => name)).toEqual(checks);
      expect(found[0]?.says).toMatch(says);
      expect(found[0]?.mend.length).toBeGreaterThan(10);
      expect(examination?.verdict).toBe('wrong');
    },
  );

  const refusal = (status: number, text: string, isMeant: (request: Request) => boolean): Change => ({
    project: (request) => (isMeant(request) ? new Response(text, { status }) : null),
  });

  test.each<[string, string, Change]>([
    [
      'a gateway that refuses the key of the pages',
      'tables',
      refusal(401, '{"message":"Unknown API key"}', ({ url }) => url.includes('/rest/v1/products?')),
    ],
    [
      'another server in place of the API',
      'private-schema',
      refusal(404, 'Not Found', ({ headers }) => headers.get('accept-profile') === 'private'),
    ],
    [
      'a port 80 that hangs up',
      'plain-http',
      { nginx: { 'nginx/listen.conf': (text) => text.replace(/return 308 .*;/, 'return 444;') } },
    ],
  ])('does not call right what it could not look at: %s', async (_case, name, change) => {
    const [examination] = await fixture.examine(change);
    const found = examination?.findings.filter(({ verdict }) => verdict !== 'right') ?? [];
    expect(found.map((one) => [one.name, one.verdict])).toEqual([[name, 'unknown']]);
    expect(examination?.verdict).toBe('unknown');
  });

  test('looks at every web machine, and says which one is wrong', async () => {
    const [examination] = await fixture.examine({ second: { certificate: { days: 3 } } });
    const certificates = examination?.findings.filter(({ name }) => name === 'certificate') ?? [];
    expect(certificates.map(({ verdict }) => verdict)).toEqual(['right', 'wrong']);
    expect(certificates[1]?.machine).toMatch(/^127\.0\.0\.1:\d+$/);
    // What is not a web machine's is asked once.
    expect(examination?.findings.filter(({ name }) => name === 'mail')).toHaveLength(1);
  });

  test('waits for a release that is just arriving at the second machine', async () => {
    const [examination] = await fixture.examine({
      site: { 'states/one/health.json': facts(null, new Date().toISOString()) },
      second: { site: SINCE_YESTERDAY },
    });
    expect(examination?.verdict).toBe('right');
  });

  test('finds nothing wrong with an archive that follows, and with room on real disks', async () => {
    const [examination] = await fixture.examine({ facts: archived(), look: { disks: ['/proc'] } });
    expect(examination?.verdict).toBe('right');
    const says = Object.fromEntries(examination?.findings.map(({ name, says }) => [name, says]) ?? []);
    expect(says.archive).toBe('it follows, 17 MB behind');
    expect(says.disks).toBe('/proc 100 % free');
  });

  test('waits for the first drill of a new database', async () => {
    const [examination] = await fixture.examine({ facts: undrilled(1) });
    expect(examination?.verdict).toBe('right');
    const drill = examination?.findings.find(({ name }) => name === 'restore-drill');
    expect(drill?.says).toMatch(/^the first is due by 20\d\d-\d\d-\d\d$/);
  });

  test('reports a failed check when the project refuses its key', async () => {
    const [examination] = await fixture.examine({ secretKey: 'sb_secret_Zk3vQ9xLw27RtYbN5mPq8HsJdF4gCaUe' });
    expect(examination?.verdict).toBe('unknown');
    expect(examination?.findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });

  test('two at once see the same, leave nothing behind and send nothing', async () => {
    const state = () =>
      fixture.sql(`select (select count(*) from public.audit_events) as lines,
        (select count(*) from private.rate_limit_counters) as counters,
        (select count(*) from public.contact_submissions) as requests,
        (select jsonb_agg(r order by job) from private.upkeep_runs r) as runs`);
    const before = await state();
    const both = await fixture.examine({}, 2);
    expect(both.map(({ verdict }) => verdict)).toEqual(['right', 'right']);
    expect(await state()).toEqual(before);
    expect(fixture.mails()).toBe(0);
  });

  test('mails only the operator, when asked to', async () => {
    const [examination] = await fixture.examine({ look: { mailTo: 'operator@corvane.example' } });
    expect(examination?.findings.find(({ name }) => name === 'mail')?.says).toContain(
      'operator@corvane.example',
    );
    expect(fixture.mails()).toBe(1);
  });
});
