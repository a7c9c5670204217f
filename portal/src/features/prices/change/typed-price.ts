import {
  beginsTooLate,
  PRICE_MAX_CENTS,
  PRICE_YEAR_LIMIT,
  type PriceAmounts,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { formatCents, formatDollars, parseDollars } from '@corvane/shared/lib/money';
import { z } from '@corvane/shared/lib/zod';
import { AMOUNTS } from '../words.ts';

/** The content of the price form: each amount as typed. An untouched one is null, and stays as it is by then. */
export interface TypedPrice extends Record<keyof PriceAmounts, string | null> {
  begins: 'now' | 'later';
  /** YYYY-MM-DD and HH:MM in the manager's time zone, or ''. */
  day: string;
  time: string;
}

type PriceErrors = Partial<Record<keyof PriceAmounts | 'day' | 'time', string>>;

/** The text that a field shows for an amount. */
export function amountText(cents: number | undefined): string {
  return cents === undefined ? '' : formatDollars(cents);
}

/** @returns US cents, or the error in the text */
export function readAmount(text: string): number | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: 'Enter an amount' };
  const cents = parseDollars(typed);
  if (cents !== null && cents >= 1 && cents <= PRICE_MAX_CENTS) return cents;
  if (/^-?\d+\.\d{3,}$/.test(typed)) return { error: 'Use at most two decimals' };
  if (/^-/.test(typed) || cents === 0) return { error: `Enter at least ${formatCents(1)}` };
  if (/^\d+(\.\d*)?$/.test(typed)) return { error: `Enter at most ${formatCents(PRICE_MAX_CENTS)}` };
  return { error: 'Write digits and a point, such as 1234.50' };
}

/**
 * The instant of a day and a time in the manager's time zone.
 * @returns milliseconds since 1970, or the error
 */
export function readInstant(
  { day, time }: Pick<TypedPrice, 'day' | 'time'>,
  nowMs: number,
): number | { errors: PriceErrors } {
  const errors: PriceErrors = {
    ...(day === '' ? { day: 'Choose a day' } : {}),
    ...(time === '' ? { time: 'Choose a time' } : {}),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const date = new Date(`${day}T${time}`);
  const [hours, minutes] = time.split(':').map(Number);
  if (Number.isNaN(date.getTime()) || beginsTooLate(date.getTime())) {
    return { errors: { day: `Choose a day before the year ${PRICE_YEAR_LIMIT}` } };
  }
  // When clocks go forward, one hour does not exist, and the browser shifts the time.
  if (date.getHours() !== hours || date.getMinutes() !== minutes) {
    return { errors: { time: 'There is no such time on that day. Clocks go forward. Choose another time' } };
  }
  if (date.getTime() <= nowMs) return { errors: { day: 'Choose a time that has not passed' } };
  return date.getTime();
}

export interface ReadPrice {
  amounts: PriceAmounts;
  /** Milliseconds since 1970. Null means now. */
  fromMs: number | null;
}

/** The amounts at an instant without this change, milliseconds since 1970. null for none. */
type AmountsBy = (atMs: number) => PriceAmounts | null;

/** The form's schema: the wanted price, or what is wrong with each field. */
export function typedPriceSchema(nowMs: number, amountsBy: AmountsBy) {
  return z.pipe(
    z.custom<TypedPrice>(),
    z.transform((typed, context): ReadPrice => {
      const from = typed.begins === 'now' ? null : readInstant(typed, nowMs);
      const errors: PriceErrors = from !== null && typeof from === 'object' ? { ...from.errors } : {};
      const fromMs = typeof from === 'number' ? from : null;
      const before = amountsBy(fromMs ?? nowMs);
      const read = (key: keyof PriceAmounts): number => {
        const amount = readAmount(typed[key] ?? amountText(before?.[key]));
        if (typeof amount === 'number') return amount;
        errors[key] = amount.error;
        return 0;
      };
      const amounts = {
        monthlyCents: read('monthlyCents'),
        annualCents: read('annualCents'),
        activationCents: read('activationCents'),
      };
      const isRead = Object.keys(errors).length === 0;
      if (isRead && before !== null && AMOUNTS.every(({ key }) => before[key] === amounts[key])) {
        errors.monthlyCents = 'These are the prices at that time already. Change at least one';
      }
      for (const [field, message] of Object.entries(errors)) {
        context.issues.push({ code: 'custom', input: typed, path: [field], message });
      }
      return { amounts, fromMs };
    }),
  );
}
