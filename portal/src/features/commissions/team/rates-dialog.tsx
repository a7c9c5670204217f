import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeCommissionRateRequest,
  type CommissionRate,
  type CommissionRates,
  changeCommissionRateResponseSchema,
  RATE_MAX_BASIS_POINTS,
} from '@corvane/shared/contracts/backend/sales/commission-rates';
import { BILLING_FREQUENCIES } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { daySchema } from '@corvane/shared/contracts/backend/sales/sales-row';
import { parseDollars } from '@corvane/shared/lib/money';
import { monthAfter } from '@corvane/shared/lib/months';
import { z } from '@corvane/shared/lib/zod';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton } from '../../../ui/dialogs/within-dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { ConflictForm, ConflictNote, TextField } from '../../../ui/forms/conflict-form.tsx';
import { type Conflict, useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { BILLING_LABELS } from '../words.ts';
import { ratesQuery } from './api.ts';
import {
  byTime,
  isSame,
  placeWords,
  RATES_KEY,
  RateList,
  RemoveRateDialog,
  type Rule,
  rateFailureWords,
  rateWords,
  soldAs,
} from './rate-list.tsx';

const TITLE = 'Commission rates';
const BILLING_OPTIONS = BILLING_FREQUENCIES.map((value) => ({ value, label: BILLING_LABELS[value] }));

/** The rates of commission by product and billing, and a form for one of them. */
export function RatesDialog({ onClose }: { onClose(): void }) {
  const { api } = useHostServices();
  const query = useQuery(ratesQuery(api));
  return (
    <PortalDialog
      onClose={onClose}
      title={TITLE}
      description="In percent of the amount, for sales from a day on. They change no commission: an import lists those that differ."
      startsAtTitle
    >
      <QueryState query={query} what="the rates" skeleton="h-60">
        {(rates) =>
          rates.products.length === 0 ? (
            <EmptyState title="There are no products yet." />
          ) : (
            <Rates rates={rates} onClose={onClose} />
          )
        }
      </QueryState>
    </PortalDialog>
  );
}

type Wanted = Omit<ChangeCommissionRateRequest, 'before' | 'after'> & { after: NonNullable<Rule> };

/** Typed in place of a rate. An empty field would end a rate by chance. */
const NO_RATE = 'none';

const percent = z.pipe(
  z.string(),
  z.transform((text, context): number | null => {
    const typed = text.trim().toLowerCase();
    if (typed === NO_RATE) return null;
    // Basis points are to a percent what cents are to a dollar.
    const basisPoints = parseDollars(typed.replace(/\s*%$/, ''));
    if (basisPoints !== null && basisPoints >= 0 && basisPoints <= RATE_MAX_BASIS_POINTS) return basisPoints;
    context.issues.push({
      code: 'custom',
      input: text,
      message: `Write a rate from 0 to 100, such as 8 or 7.25, or ${NO_RATE}`,
    });
    return z.NEVER;
  }),
);

const changeSchema = (rows: readonly CommissionRate[]) =>
  z.pipe(
    z.object({
      productName: z.string(),
      billingFrequency: z.enum(BILLING_FREQUENCIES),
      validFrom: z.string().check(z.refine((day) => daySchema.safeParse(day).success, 'Choose a day')),
      percent,
    }),
    z.transform(({ percent: basisPoints, ...place }, context): Wanted => {
      const [last] = rows
        .filter((row) => soldAs(row) === soldAs(place) && row.validFrom <= place.validFrom)
        .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
      if (basisPoints === null && (last?.basisPoints ?? null) === null)
        context.issues.push({
          code: 'custom',
          input: basisPoints,
          path: ['percent'],
          message: 'There is no rate to end on that day',
        });
      return { ...place, after: { basisPoints } };
    }),
  );

interface RatesProps {
  rates: CommissionRates;
  onClose(): void;
}

function Rates({ rates: { rows, products, now }, onClose }: RatesProps) {
  const { api } = useHostServices();
  const say = useDone();
  const [removed, setRemoved] = useState<CommissionRate | null>(null);
  const today = new Date(now).toISOString().slice(0, 10);
  const edit = useConflictForm({
    title: TITLE,
    mutationKey: RATES_KEY,
    stored: rows,
    valuesOf: () => ({
      productName: products[0] ?? '',
      billingFrequency: BILLING_FREQUENCIES[0] as CommissionRate['billingFrequency'],
      validFrom: `${monthAfter(today.slice(0, 7))}-01`,
      percent: '',
    }),
    schemaFor: changeSchema,
    async save(wanted: Wanted, base) {
      // What the list shows may be newer than what the form began with.
      const row = base.find((stored) => isSame(stored, wanted));
      const before = row ? { basisPoints: row.basisPoints } : null;
      const change = { ...wanted, before };
      return {
        wanted,
        ...(await ask(api, 'change-commission-rate', change, changeCommissionRateResponseSchema)),
      };
    },
    refusalOf({ outcome, wanted: { after, ...place }, stored }, base) {
      if (outcome === 'saved') return null;
      const others = base.filter((row) => !isSame(row, place));
      return {
        words: 'Another manager changed the rate of this day first. Nothing was saved.',
        stored: stored === null ? others : [...others, { ...place, ...stored, setBy: null, setAt: now }],
      };
    },
    failureWords: rateFailureWords,
    onSaved(_answer, { after, ...place }) {
      say({
        title: 'Rate saved',
        description: `${placeWords(place)}: ${rateWords(after)}.`,
      });
    },
    onClose,
  });
  const { conflict, isPending, values, form } = edit;
  const { inForce, coming, past } = byTime(rows, today);
  const isChanging = useIsMutating({ mutationKey: RATES_KEY }) > 0;
  const list = { isFixed: isChanging || edit.isTouched, onRemove: setRemoved };
  return (
    <div className="grid gap-4">
      <RateList
        title="In force today"
        rows={inForce}
        empty="There is none, so no sale of today is compared."
        {...list}
      />
      {coming.length === 0 ? null : <RateList title="Coming" rows={coming} {...list} />}
      <ConflictForm edit={edit} note={conflict && <RateConflict {...conflict} />}>
        <h3 className="font-sans text-base">Set a rate</h3>
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Product"
            value={values.productName}
            options={products.map((name) => ({ value: name, label: name }))}
            readOnly={isPending}
            onChange={(name) => form.setValue('productName', name)}
          />
          <SelectField
            label="Billing"
            value={values.billingFrequency}
            options={BILLING_OPTIONS}
            readOnly={isPending}
            onChange={(billing) => form.setValue('billingFrequency', billing)}
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            edit={edit}
            name="validFrom"
            label="From"
            type="date"
            max="2199-12-31"
            className={`${CONTROL_CLASS} tabular min-w-0`}
          />
          <TextField
            edit={edit}
            name="percent"
            label="Rate in percent"
            hint={`Write ${NO_RATE} to end the rate on that day.`}
            inputMode="decimal"
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={isPending}>
            Save the rate
          </Button>
          <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
        </div>
      </ConflictForm>
      {past.length === 0 ? null : <RateList title="Before" rows={past} {...list} />}
      {removed === null ? null : (
        <RemoveRateDialog rate={removed} onClose={() => setRemoved(null)} onRemoved={onClose} />
      )}
    </div>
  );
}

type RateConflictProps = Pick<Conflict<unknown, { wanted: Wanted; stored: Rule }>, 'words' | 'answer'>;

function RateConflict({ words, answer: { wanted, stored } }: RateConflictProps) {
  return (
    <ConflictNote
      title={words}
      kept="What you entered is below."
      stored={[[placeWords(wanted), stored === null ? 'nothing for this day' : rateWords(stored)]]}
      again="Save again to replace this with yours."
    />
  );
}
