import { pricePreviewPath } from '@corvane/shared/contracts/remote/price-preview';
import { formatExactInstant, timeZoneName } from '@corvane/shared/lib/instants';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useServerNow } from '../../../lib/server-clock.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton } from '../../../ui/dialogs/within-dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { ConflictForm, TextField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { nextAfter, priceAt, type SeenPlan, usePriceChange } from '../api.ts';
import { AMOUNTS } from '../words.ts';
import { PriceComparison, PriceConflictNote } from './price-comparison.tsx';
import { amountText, type ReadPrice, readInstant, type TypedPrice, typedPriceSchema } from './typed-price.ts';

const BEGINS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a day and time' },
] as const;

const UNTOUCHED: TypedPrice = {
  monthlyCents: null,
  annualCents: null,
  activationCents: null,
  begins: 'now',
  day: '',
  time: '00:00',
};

/** The fields with the server's errors. */
const FIELDS: Readonly<Record<string, string>> = { from: 'day', amounts: 'monthlyCents' };

const PART = `${CONTROL_CLASS} tabular min-w-0`;

/** Sets the price of a plan, now or from a future time. It asks for confirmation with old and new amounts. */
export function ChangePriceDialog({ seen, onClose }: { seen: SeenPlan; onClose(): void }) {
  const { Link } = useHostServices();
  const say = useDone();
  const nowMs = useServerNow();
  /** The price to confirm. null while typing. */
  const [asked, setAsked] = useState<ReadPrice | null>(null);
  const title = `Change the price of ${seen.plan.name}`;
  const { save, ...sent } = usePriceChange(seen);
  const edit = useConflictForm({
    ...sent,
    title,
    stored: seen,
    valuesOf: () => UNTOUCHED,
    schemaFor: ({ plan }) => typedPriceSchema(nowMs, (atMs) => priceAt(plan, atMs)?.amounts ?? null),
    save: ({ amounts, fromMs }, base) =>
      save(
        fromMs === null
          ? { action: 'set', amounts }
          : { action: 'schedule', from: new Date(fromMs).toISOString(), amounts },
        base,
      ),
    fieldOf: (path) => FIELDS[path] ?? '',
    onValid: (price) => setAsked(price),
    onRefused: (isWrong) => {
      if (isWrong) setAsked(null);
    },
    onSaved({ plan: { name } }, { fromMs }) {
      say({
        title: fromMs === null ? 'Price set' : 'Price scheduled',
        description: `${name} has its new price from ${fromMs === null ? 'now' : formatExactInstant(new Date(fromMs).toISOString())} on.`,
      });
    },
    onClose,
  });
  const { values: typed, conflict } = edit;
  const { plan } = edit.base;
  const later = typed.begins === 'later' ? readInstant(typed, nowMs) : null;
  /** Now, until a time is chosen. */
  const beginsMs = typeof later === 'number' ? later : nowMs;
  const before = priceAt(plan, beginsMs);

  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description={
        plan.isEnterprise
          ? 'Prices in US dollars. The pricing page shows no price of this plan.'
          : 'Prices in US dollars, as customers will see them on the pricing page.'
      }
    >
      <ConflictForm
        // The question in front of the form says it.
        edit={asked === null ? edit : { ...edit, failure: null }}
        note={
          conflict && (
            <PriceConflictNote conflict={conflict} plan={plan}>
              What you typed is kept below. Check it, then continue.
            </PriceConflictNote>
          )
        }
      >
        {AMOUNTS.map(({ key, label, hint }) => (
          <TextField
            key={key}
            edit={edit}
            name={key}
            label={label}
            hint={hint}
            inputMode="decimal"
            className={`${CONTROL_CLASS} tabular`}
            shown={typed[key] ?? amountText(before?.amounts[key])}
          />
        ))}
        <SelectField
          label="Begins"
          value={typed.begins}
          options={BEGINS}
          readOnly={edit.isPending}
          onChange={(begins) => edit.form.setValue('begins', begins)}
        />
        {typed.begins === 'later' ? (
          <div>
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField edit={edit} name="day" label="Day" type="date" max="2099-12-31" className={PART} />
              <TextField edit={edit} name="time" label="Time" type="time" className={PART} />
            </div>
            <p className="mt-1 text-sm text-muted">{`In your time zone: ${timeZoneName(new Date(beginsMs).toISOString())}.`}</p>
          </div>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={edit.isPending}>
            Continue
          </Button>
          <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
        </div>
      </ConflictForm>
      {asked === null ? null : (
        <ConfirmDialog
          title={`${title}?`}
          description={`${asked.fromMs === null ? 'From now on' : `From ${formatExactInstant(new Date(asked.fromMs).toISOString())}`}${until(nextAfter(plan, beginsMs))}.`}
          confirm={asked.fromMs === null ? 'Set this price' : 'Schedule this price'}
          dismiss="Back"
          busy={edit.isPending}
          failure={edit.failure}
          onConfirm={() => edit.send(asked)}
          onClose={() => setAsked(null)}
        >
          <PriceComparison before={before?.amounts ?? null} after={asked.amounts} />
          {plan.isEnterprise ? null : (
            <p className="-mt-3 mb-3">
              <Link
                to={pricePreviewPath(new Date(beginsMs).toISOString(), { slug: plan.slug, ...asked.amounts })}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-11 items-center text-link"
              >
                Preview the pricing page
                <span className="sr-only"> in a new tab</span>
              </Link>
            </p>
          )}
        </ConfirmDialog>
      )}
    </PortalDialog>
  );
}

/** When a price ends, if another one is scheduled. */
function until(next: ReturnType<typeof nextAfter>): string {
  return next === null
    ? ''
    : `, until ${formatExactInstant(next.validFrom)}, when the price begins that is scheduled already`;
}
