import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  changeTargetsResponseSchema,
  type SalesTarget,
  TARGET_MAX_CENTS,
} from '@corvane/shared/contracts/backend/sales/sales-targets';
import { formatCents, formatDollars, parseDollars } from '@corvane/shared/lib/money';
import { formatMonth, monthAfter } from '@corvane/shared/lib/months';
import { z } from '@corvane/shared/lib/zod';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { managedFailureWords } from '../../../lib/failure-words.ts';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton } from '../../../ui/dialogs/within-dialog.tsx';
import { ConflictForm, ConflictNote, TextField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { commissionsKeys } from '../api.ts';
import { TEAM_KEY, targetsQuery } from './api.ts';

interface TargetsDialogProps {
  /** Shown first, YYYY-MM. */
  month: string;
  onClose(): void;
}

/** What each representative is to sell, one month at a time. */
export function TargetsDialog({ month: first, onClose }: TargetsDialogProps) {
  const { api } = useHostServices();
  const [month, setMonth] = useState(first);
  const query = useQuery(targetsQuery(api, month));
  const title = `Targets for ${formatMonth(month)}`;
  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description="In US dollars of sales, cancelled ones not counted. Each sees their own on the first tab."
    >
      <QueryState query={query} what="the targets" skeleton="h-60">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="There are no representatives yet." />
          ) : (
            <TargetsForm
              key={month}
              month={month}
              title={title}
              rows={rows}
              onNext={() => setMonth(monthAfter(month))}
              onClose={onClose}
            />
          )
        }
      </QueryState>
    </PortalDialog>
  );
}

/** By representative, US cents. null: none. */
type Stored = Readonly<Record<string, number | null>>;

const storedOf = (targets: readonly Pick<SalesTarget, 'repId' | 'targetCents'>[]): Stored =>
  Object.fromEntries(targets.map(({ repId, targetCents }) => [repId, targetCents]));
const textOf = (cents: number | null) => (cents === null ? '' : formatDollars(cents));
const textsOf = (stored: Stored): Record<string, string> =>
  Object.fromEntries(Object.entries(stored).map(([repId, cents]) => [repId, textOf(cents)]));

const amount = z.pipe(
  z.string(),
  z.transform((text, context): number | null => {
    if (text.trim() === '') return null;
    // A comma before other than three digits may be a point.
    const cents = parseDollars(text.trim().replaceAll(/\$(?=\d)|,(?=\d{3}(?!\d))/g, ''));
    if (cents !== null && cents >= 1 && cents <= TARGET_MAX_CENTS) return cents;
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'Write digits and a point, such as 30000 or 1234.50',
    });
    return z.NEVER;
  }),
);

/** The targets that differ from what the form started from. */
const changesSchema = (base: Stored) =>
  z.pipe(
    z.record(z.string(), amount),
    z.transform((typed) =>
      Object.entries(typed)
        .filter(([repId, cents]) => cents !== base[repId])
        .map(([repId, afterCents]) => ({ repId, beforeCents: base[repId] ?? null, afterCents })),
    ),
  );

interface TargetsFormProps {
  month: string;
  title: string;
  rows: readonly SalesTarget[];
  onNext(): void;
  onClose(): void;
}

function TargetsForm({ month, title, rows, onNext, onClose }: TargetsFormProps) {
  const { api } = useHostServices();
  const say = useDone();
  const nameOf = (id: string) => rows.find(({ repId }) => repId === id)?.name ?? '';
  const edit = useConflictForm({
    title,
    mutationKey: ['targets', month],
    staleKeys: [TEAM_KEY, commissionsKeys.all],
    stored: storedOf(rows),
    valuesOf: textsOf,
    schemaFor: changesSchema,
    save: async (targets, base) =>
      targets.length === 0
        ? { outcome: 'saved' as const, targets: [], base }
        : { base, ...(await ask(api, 'change-targets', { month, targets }, changeTargetsResponseSchema)) },
    refusalOf: ({ outcome, targets, base }) =>
      outcome === 'saved'
        ? null
        : {
            words: 'Another manager set some of these targets first. Nothing was saved.',
            stored: { ...base, ...storedOf(targets) },
          },
    failureWords: (error) => managedFailureWords(error, 'One of these representatives is gone.'),
    onSaved(_answer, targets) {
      if (targets.length === 0) return;
      const description = `${targets.length} changed for ${formatMonth(month)}.`;
      say({ title: 'Targets saved', description });
    },
    onClose,
  });
  const { base, conflict, isPending, form } = edit;
  const copied = rows.filter(({ targetBeforeCents }) => targetBeforeCents !== null);
  function copy() {
    for (const { repId, targetBeforeCents } of copied)
      form.setValue(repId, textOf(targetBeforeCents), { shouldDirty: true });
  }
  return (
    <ConflictForm
      edit={edit}
      note={
        conflict && (
          <ConflictNote
            title={conflict.words}
            kept="Your amounts are below."
            stored={Object.entries(base)
              .filter(([repId, cents]) => cents !== conflict.seen[repId])
              .map(([repId, cents]) => [nameOf(repId), textOf(cents)])}
            again="Save again to replace these with yours."
          />
        )
      }
    >
      <div className="flex flex-wrap gap-2">
        {copied.length === 0 ? null : (
          <Button className="text-sm" disabled={isPending} onClick={copy}>
            Copy the month before
          </Button>
        )}
        <Button variant="quiet" className="text-sm" disabled={isPending || edit.isTouched} onClick={onNext}>
          {`Show ${formatMonth(monthAfter(month))}`}
        </Button>
      </div>
      {rows.map(({ repId, name, targetBeforeCents }) => (
        <TextField
          key={repId}
          edit={edit}
          name={repId}
          label={name}
          inputMode="decimal"
          hint={
            targetBeforeCents === null
              ? 'No target the month before'
              : `The month before: ${formatCents(targetBeforeCents)}`
          }
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={isPending}>
          Save targets
        </Button>
        <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
      </div>
    </ConflictForm>
  );
}
