import { formatExactInstant, timeZoneName } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useEffect, useRef } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { CloseDialogButton, PortalDialog, Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { useWhileOpen } from '../../../ui/dialogs/use-while-open.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type nextAfter, priceAt } from '../api.ts';
import { AMOUNTS } from '../words.ts';
import { PriceComparison } from './price-comparison.tsx';
import { PriceConflictNote } from './price-conflict-note.tsx';
import { PricePreviewLink } from './price-preview-link.tsx';
import { amountText } from './typed-price.ts';
import type { SeenPlan } from './use-price-change.ts';
import { usePriceForm } from './use-price-form.ts';

interface ChangePriceDialogProps {
  repId: string;
  seen: SeenPlan;
  clockAheadMs: number;
  onClose(): void;
}

const BEGINS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a day and time' },
] as const;

/** Sets the price of a plan, now or from a future time. It asks for confirmation with old and new amounts. */
export function ChangePriceDialog({ repId, seen, clockAheadMs, onClose }: ChangePriceDialogProps) {
  const nowMs = useServerNow(clockAheadMs);
  const form = usePriceForm(repId, seen, nowMs, useWhileOpen(onClose));
  const { plan, typed, errors, asked, conflict, beginsMs } = form;
  const fields = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const before = priceAt(plan, beginsMs);
  useEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  useEffect(() => {
    // The other change matters for the next decision, so it is scrolled into view.
    if (conflict !== null) message.current?.focus();
  }, [conflict]);

  return (
    <PortalDialog
      onClose={onClose}
      title={`Change the price of ${plan.name}`}
      description={
        plan.isEnterprise
          ? 'Prices in US dollars. The pricing page shows no price of this plan.'
          : 'Prices in US dollars, as customers will see them on the pricing page.'
      }
    >
      <form
        ref={fields}
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.ask();
        }}
      >
        <Unsaved when={Object.keys(typed.amounts).length > 0 || typed.begins === 'later'} />
        <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
          {conflict === null ? null : (
            <PriceConflictNote conflict={conflict} plan={plan} clockAheadMs={clockAheadMs}>
              What you typed is kept below. Check it, then continue.
            </PriceConflictNote>
          )}
          {form.failure === null || asked !== null ? null : <Alert tone="error" title={form.failure} />}
        </div>
        {AMOUNTS.map(({ key, label, hint }) => (
          <Field key={key} label={label} hint={hint} error={errors[key]}>
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="decimal"
                name={`price-${label.toLowerCase()}`}
                className={`${CONTROL_CLASS} tabular`}
                value={typed.amounts[key] ?? amountText(before?.amounts[key])}
                onChange={(event) => form.enterAmount(key, event.target.value)}
              />
            )}
          </Field>
        ))}
        <SelectField
          label="Begins"
          value={typed.begins}
          options={BEGINS}
          onChange={(begins) => form.enter({ begins })}
        />
        {typed.begins === 'later' ? (
          <div>
            <div className="grid gap-3 sm:grid-cols-2">
              {(['day', 'time'] as const).map((part) => (
                <Field key={part} label={part === 'day' ? 'Day' : 'Time'} error={errors[part]}>
                  {(control) => (
                    <input
                      {...control}
                      type={part === 'day' ? 'date' : 'time'}
                      name={`price-${part}`}
                      className={`${CONTROL_CLASS} tabular min-w-0`}
                      {...(part === 'day' ? { max: '2099-12-31' } : {})}
                      value={typed[part]}
                      onChange={(event) => form.enter({ [part]: event.target.value })}
                    />
                  )}
                </Field>
              ))}
            </div>
            <p className="mt-1 text-sm text-muted">
              In your time zone: {timeZoneName(new Date(beginsMs).toISOString())}.
            </p>
          </div>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="signal" className="text-sm max-md:grow">
            Continue
          </Button>
          <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
        </div>
      </form>
      {asked === null ? null : (
        <ConfirmDialog
          title={`Change the price of ${plan.name}?`}
          description={`${asked.fromMs === null ? 'From now on' : `From ${formatExactInstant(new Date(asked.fromMs).toISOString())}`}${until(form.next)}.`}
          confirm={asked.fromMs === null ? 'Set this price' : 'Schedule this price'}
          dismiss="Back"
          busy={form.isPending}
          failure={form.failure}
          onConfirm={form.confirm}
          onClose={form.takeBack}
        >
          <PriceComparison before={before?.amounts ?? null} after={asked.amounts} />
          {plan.isEnterprise ? null : (
            <PricePreviewLink slug={plan.slug} amounts={asked.amounts} atMs={beginsMs} />
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
