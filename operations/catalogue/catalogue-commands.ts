import {
  beginsTooLate,
  PRICE_MAX_CENTS,
  PRICE_YEAR_LIMIT,
  priceCentsSchema,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { counted } from '@corvane/shared/lib/counted';
import { formatDollars, parseDollars } from '@corvane/shared/lib/money';
import { differenceLines, readCatalogueLoad } from '@corvane/tools/catalogue/catalogue-load';
import { CATALOGUE_FILE, readCatalogue } from '@corvane/tools/catalogue/read-catalogue';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import { type OpsCommands, type OpsContext, printRows } from '../command-line/ops-command.ts';
import { readInstant } from '../command-line/read-instant.ts';
import { required } from '../command-line/required-option.ts';

const listedPriceSchema = z.object({
  plan: z.string(),
  validFrom: z.string(),
  isInForce: z.boolean(),
  isScheduled: z.boolean(),
  monthlyCents: z.number(),
  annualCents: z.number(),
  activationCents: z.number(),
});

const amountsSchema = z.object({
  monthlyCents: z.number().nullable(),
  annualCents: z.number().nullable(),
  activationCents: z.number().nullable(),
});
const setPriceSchema = z.object({ before: amountsSchema, after: amountsSchema });

const AMOUNTS = ['monthly', 'annual', 'activation'] as const;

/** The operator's commands for plans and their prices. */
export const CATALOGUE_COMMANDS: OpsCommands = {
  'catalogue load': {
    operand: 'FILE.json',
    explains: 'adds missing plans, features and first prices; reports differences without changing them',
    async run({ api, operand, print }) {
      const file = operand ?? CATALOGUE_FILE;
      const answer = await api.rpc('load_catalogue', { catalogue_param: readCatalogue(file) });
      const load = readCatalogueLoad(answer, file);
      print(
        `Added ${counted(load.plansAdded, 'plan')}, ${counted(load.featuresAdded, 'feature')} and ${counted(load.pricesAdded, 'price')}.`,
      );
      for (const line of differenceLines(load, file)) print(line);
    },
  },
  'price list': {
    flags: ['json'],
    explains:
      'lists every price in US dollars, with its history and what is scheduled; --json for programs, in US cents',
    async run(context) {
      const prices = z.array(listedPriceSchema).parse(await context.api.rpc('list_prices', {}));
      printRows(context, prices, (price) => {
        const state = price.isInForce ? 'in force' : price.isScheduled ? 'scheduled' : 'ended';
        const amounts = AMOUNTS.map((name) => `${name} ${formatDollars(price[`${name}Cents`])}`);
        return [price.plan, `from ${price.validFrom}`, state, ...amounts];
      });
    },
  },
  'price set': {
    options: ['plan', ...AMOUNTS],
    explains: 'sets a price from now on; amounts not named stay',
    run: (context) => setPrice(context, null),
  },
  'price schedule': {
    options: ['plan', 'from', ...AMOUNTS],
    explains: 'sets a price from a future day (00:00 UTC) or time',
    run: (context) => setPrice(context, readStart(required(context.options, 'from'))),
  },
  'price cancel': {
    options: ['plan', 'from'],
    explains: 'cancels a scheduled price; one that has begun cannot be removed',
    async run({ api, options, print }) {
      const plan = required(options, 'plan');
      const from = readInstant(required(options, 'from'));
      await api.rpc('cancel_price', { product_slug_param: plan, valid_from_param: from });
      print(`The price of ${plan} from ${from} is cancelled.`);
    },
  },
};

/** @param from instant from which the price holds, UTC ISO 8601. Null means now. */
async function setPrice({ api, options, print }: OpsContext, from: string | null): Promise<void> {
  const plan = required(options, 'plan');
  const amounts = AMOUNTS.flatMap((name) => {
    const written = options[name];
    return written === undefined ? [] : [[`${name}_cents_param`, readPriceCents(name, written)] as const];
  });
  if (amounts.length === 0) throw new UserError('Name at least one of --monthly, --annual and --activation');
  const answer = setPriceSchema.parse(
    await api.rpc('set_price', {
      product_slug_param: plan,
      valid_from_param: from,
      ...Object.fromEntries(amounts),
    }),
  );
  for (const name of AMOUNTS) {
    const [before, after] = [answer.before[`${name}Cents`], answer.after[`${name}Cents`]];
    if (before === after || after === null) continue;
    print(`${plan} ${name}: ${before === null ? 'none' : formatDollars(before)} -> ${formatDollars(after)}`);
  }
  print(`In force from ${from ?? 'now'}.`);
}

/** @returns UTC ISO 8601. @throws UserError when no price may begin then */
function readStart(written: string): string {
  const from = readInstant(written);
  if (!beginsTooLate(Date.parse(from))) return from;
  throw new UserError(`--from ${from} is too late. A price must begin before the year ${PRICE_YEAR_LIMIT}.`);
}

/** @throws UserError with the value and the expected form. */
function readPriceCents(name: string, written: string): number {
  const cents = priceCentsSchema.safeParse(parseDollars(written));
  if (cents.success) return cents.data;
  const largest = formatDollars(PRICE_MAX_CENTS);
  throw new UserError(
    `--${name} "${written}" is not a price. Use US dollars from 0.01 to ${largest} with at most 2 decimals, such as 1234.50.`,
  );
}
