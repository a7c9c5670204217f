import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatDollars } from '@corvane/shared/lib/money';
import { CATALOGUE_FILE, priceOf, readCatalogue } from '@corvane/tools/catalogue/read-catalogue';
import { expect, test, vi } from 'vitest';
import { useOpsFixture } from '../ops-fixture.ts';

const { ops, sql, fixture } = useOpsFixture();

const inForce = async (plan: string) =>
  (await ops('price', 'list')).find((line) => line.startsWith(`${plan}\t`) && line.includes('in force'));

test('a price is set, listed, scheduled and cancelled', async () => {
  const before = await inForce('moonshot');
  const annual = `annual ${formatDollars(priceOf('moonshot').annualCents)}`;
  expect(before).toContain(annual);
  const [change] = await ops('price', 'set', '--plan', 'moonshot', '--monthly', '4100');
  expect(change).toMatch(/^moonshot monthly: \d+\.00 -> 4100\.00$/);
  expect(await inForce('moonshot')).toContain(`monthly 4100.00\t${annual}`);

  await ops('price', 'schedule', '--plan', 'moonshot', '--from', '2099-01-01', '--annual', '41000.50');
  expect((await ops('price', 'list')).find((line) => line.includes('scheduled'))).toContain(
    'annual 41000.50',
  );
  expect((await ops('price', 'list', '--json')).map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      plan: 'moonshot',
      annualCents: 4_100_050,
      isInForce: false,
      isScheduled: true,
    }),
  );
  expect(await ops('price', 'cancel', '--plan', 'moonshot', '--from', '2099-01-01')).toEqual([
    'The price of moonshot from 2099-01-01T00:00:00.000Z is cancelled.',
  ]);
  expect((await ops('price', 'list')).some((line) => line.includes('scheduled'))).toBe(false);
});

test.each(['2000-01-01', '2100-01-01'])(
  "a scheduled price is listed as such by the database's clock, when the operator's says %s",
  async (operatorsDay) => {
    await ops('price', 'schedule', '--plan', 'moonshot', '--from', '2099-01-01', '--annual', '41000.50');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(operatorsDay) });
    try {
      const states = (await ops('price', 'list'))
        .filter((line) => line.startsWith('moonshot\t'))
        .map((line) => line.split('\t')[2]);
      expect(new Set(states.slice(0, -2))).toEqual(new Set(['ended']));
      expect(states.slice(-2)).toEqual(['in force', 'scheduled']);
    } finally {
      vi.useRealTimers();
      await ops('price', 'cancel', '--plan', 'moonshot', '--from', '2099-01-01');
    }
  },
);

test.each([
  ['0', 'set --plan moonshot --monthly 0'],
  ['-5', 'set --plan moonshot --monthly=-5'],
  ['1.005', 'set --plan moonshot --monthly 1.005'],
  ['1234567890', 'set --plan moonshot --monthly 1234567890'],
])('a price of %s is one clear line', async (written, command) => {
  await expect(ops('price', ...command.split(' '))).rejects.toThrow(`--monthly "${written}" is not a price`);
});

test.each([
  ['set --plan mars --monthly 1', 'Unknown plan: "mars"'],
  ['set --plan moonshot', 'Name at least one of --monthly, --annual and --activation'],
  ['schedule --plan moonshot --from 2020-01-01 --monthly 1', 'Choose a time that has not passed'],
  ['schedule --plan moonshot --from tomorrow --monthly 1', '"tomorrow" is neither a day'],
  ['schedule --plan moonshot --from 2026-02-30 --monthly 1', '"2026-02-30" is neither a day'],
  ['schedule --plan moonshot --from 9999-12-31T23:59:59-14:00 --monthly 1', 'is not in the years 1 to 9999'],
  [
    'schedule --plan moonshot --from 2100-01-01 --monthly 1',
    '--from 2100-01-01T00:00:00.000Z is too late. A price must begin before the year 2100.',
  ],
  ['set --plan moonshot --monthly 1 --monthly 2', '--monthly is given twice'],
  ['cancel --plan moonshot --from 2098-01-01', 'No such price is scheduled.'],
  ['cancel --plan mars --from 2098-01-01', 'Unknown plan: "mars"'],
])('price %s changes nothing and says why', async (command, message) => {
  const before = await ops('price', 'list');
  await expect(ops('price', ...command.split(' '))).rejects.toThrow(message);
  expect(await ops('price', 'list')).toEqual(before);
});

test('a second schedule for the same instant is refused', async () => {
  const schedule = (monthly: string) =>
    ops('price', 'schedule', '--plan', 'enterprise', '--from', '2099-06-01', '--monthly', monthly);
  await schedule('9100');
  await expect(schedule('9200')).rejects.toThrow('A price already begins at this time.');
});

test('an invalid catalogue is refused with its errors', async () => {
  const file = path.join(fixture().dataDir, 'wrong.json');
  await writeFile(file, '{"plans":[{"slug":"Not A Slug"}]}');
  await expect(ops('catalogue', 'load', file)).rejects.toThrow('plans.0.slug');
  await writeFile(file, '{');
  await expect(ops('catalogue', 'load', file)).rejects.toThrow('cannot be read');
  expect(await ops('catalogue', 'load')).toEqual(['Added 0 plans, 0 features and 0 prices.']);
});

test('one added plan, feature and price are counted in the singular', async () => {
  const file = path.join(fixture().dataDir, 'one-more.json');
  const { plans } = readCatalogue();
  const [first = expect.fail('no plan')] = plans;
  const orbit = { ...first, slug: 'orbit', name: 'Orbit', features: first.features.slice(0, 1) };
  await writeFile(file, JSON.stringify({ plans: [...plans, orbit] }));
  expect(await ops('catalogue', 'load', file)).toEqual(['Added 1 plan, 1 feature and 1 price.']);
  await sql("delete from public.products where slug = 'orbit'");
});

/** An operator could not tell that production had a plan of another name than the pages. */
test('each difference between the database and the catalogue is one line and is not changed', async () => {
  const rename = (from: string, to: string) =>
    sql('update public.products set name = $2, description = $3 where name = $1', [from, to, `${to}.`]);
  const { plans } = readCatalogue();
  const moonshot = plans.find(({ name }) => name === 'Moonshot');
  await rename('Moonshot', 'Sunshot');
  await sql(
    `update public.product_features set limit_value = 'Loud' where feature_name = 'Support'
     and product_id = (select id from public.products where slug = 'enterprise')`,
  );
  await sql("insert into public.products (slug, name, description, position) values ('old', 'Old', '', 9)");
  const differences = [
    `enterprise: feature "Support" is "Loud" in the database and "VIP (success team)" in ${CATALOGUE_FILE}. Not changed.`,
    `moonshot: description is "Sunshot." in the database and "${moonshot?.description}" in ${CATALOGUE_FILE}. Not changed.`,
    `moonshot: name is "Sunshot" in the database and "Moonshot" in ${CATALOGUE_FILE}. Not changed.`,
    `old: plan is "old" in the database and missing in ${CATALOGUE_FILE}. Not changed.`,
  ];
  const expected = ['Added 0 plans, 0 features and 0 prices.', ...differences];
  expect(await ops('catalogue', 'load')).toEqual(expected);
  expect(await ops('catalogue', 'load')).toEqual(expected);
  await rename('Sunshot', 'Moonshot');
  await sql("delete from public.products where slug = 'old'");
});

test.each([
  ['position', { slug: 'super', name: 'Super' }, 3, 'position 4 is that of plan "enterprise"'],
  ['name', { slug: 'moon', name: 'Moonshot' }, 4, 'name "Moonshot" is that of plan "moonshot"'],
])(
  'a new plan with the %s of another is one clear line and adds nothing',
  async (_what, plan, place, why) => {
    const file = path.join(fixture().dataDir, 'taken.json');
    const plans = readCatalogue().plans.slice(0, place);
    const renamed = plans.map((old) => (old.name === plan.name ? { ...old, name: 'Sunshot' } : old));
    await writeFile(file, JSON.stringify({ plans: [...renamed, { ...plans[0], ...plan }] }));
    const held = () => sql('select slug from public.products order by slug');
    const before = await held();
    await expect(ops('catalogue', 'load', file)).rejects.toThrow(
      `Nothing was added. Plan "${plan.slug}" of ${file} cannot be added: its ${why} in the database.`,
    );
    expect(await held()).toEqual(before);
  },
);
