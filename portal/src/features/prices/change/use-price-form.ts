import type { PriceAmounts } from '@corvane/shared/contracts/backend/prices/price-management';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { nextAfter, priceAt } from '../api.ts';
import { priceFailureWords } from './price-calls.ts';
import {
  type PriceErrors,
  type ReadPrice,
  readInstant,
  readTypedPrice,
  type TypedPrice,
} from './typed-price.ts';
import { type SeenPlan, usePriceChange } from './use-price-change.ts';

/**
 * The form of a price: the typed values, the confirmation, and a conflicting change. @param nowMs the server's
 * time
 */
export function usePriceForm(repId: string, seen: SeenPlan, nowMs: number, onSaved: () => void) {
  const { toast } = useHostServices();
  const [typed, setTyped] = useState<TypedPrice>({ amounts: {}, begins: 'now', day: '', time: '00:00' });
  const [errors, setErrors] = useState<PriceErrors>({});
  /** The price to confirm. null while typing. */
  const [asked, setAsked] = useState<ReadPrice | null>(null);
  const change = usePriceChange(repId, seen, ({ name }, wanted) => {
    toast({
      title: wanted.action === 'schedule' ? 'Price scheduled' : 'Price set',
      description: `${name} has its new price from ${wanted.action === 'schedule' ? formatExactInstant(wanted.from) : 'now'} on.`,
      tone: 'success',
    });
    onSaved();
  });
  const { plan } = change.base;
  const [known, setKnown] = useState({ conflict: change.conflict, error: change.error });
  // An answer that changes the confirmed values returns to the form.
  if (change.conflict !== known.conflict || change.error !== known.error) {
    setKnown({ conflict: change.conflict, error: change.error });
    const found = fieldErrorsOf(change.error);
    if (Object.keys(found).length > 0) setErrors(found);
    if (change.conflict !== known.conflict || Object.keys(found).length > 0) setAsked(null);
  }
  const later = typed.begins === 'later' ? readInstant(typed, nowMs) : null;
  const beginsMs = typeof later === 'number' ? later : nowMs;

  return {
    plan,
    typed,
    errors,
    asked,
    conflict: change.conflict,
    /** When the typed price begins, milliseconds since 1970. Now, until a time is chosen. */
    beginsMs,
    next: nextAfter(plan, beginsMs),
    isPending: change.isPending,
    /** Why the change failed, unless a field shows the reason. */
    failure:
      change.error === null || Object.keys(fieldErrorsOf(change.error)).length > 0
        ? null
        : priceFailureWords(change.error),
    enter: (values: Partial<TypedPrice>) => setTyped((current) => ({ ...current, ...values })),
    enterAmount: (key: keyof PriceAmounts, text: string) =>
      setTyped((current) => ({ ...current, amounts: { ...current.amounts, [key]: text } })),
    ask() {
      const read = readTypedPrice(typed, nowMs, (atMs) => priceAt(plan, atMs)?.amounts ?? null);
      change.reset();
      setErrors('errors' in read ? read.errors : {});
      if ('price' in read) setAsked(read.price);
    },
    takeBack: () => setAsked(null),
    confirm() {
      if (asked === null) return;
      const { amounts, fromMs } = asked;
      change.send(
        fromMs === null
          ? { action: 'set', amounts }
          : { action: 'schedule', from: new Date(fromMs).toISOString(), amounts },
      );
    },
  };
}

/** The server's errors, for the fields. */
function fieldErrorsOf(error: unknown): PriceErrors {
  if (!isApiError(error)) return {};
  const { from, amounts } = error.fields;
  return {
    ...(from === undefined ? {} : { day: from }),
    ...(amounts === undefined ? {} : { monthlyCents: amounts }),
  };
}
