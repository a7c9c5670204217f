import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import {
  HANDOVER_CHOICE_MAX,
  type HandOverRequest,
  type HandoverChoice,
  SPLIT_MAX,
} from '@corvane/shared/contracts/backend/representatives/handover';
import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { formatCount } from '@corvane/shared/lib/counted';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { z } from '@corvane/shared/lib/zod';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton, Unsaved } from '../../../ui/dialogs/within-dialog.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { CheckField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { handoverChoicesQuery, receiversQuery } from '../api.ts';
import { amountWords, changedWords, undoWords, useHandover } from './handover-calls.ts';

const WAYS = ['all', 'split', 'chosen'] as const;

const NOTHING = {
  way: 'all' as (typeof WAYS)[number],
  toRepId: '',
  /** Instead of `toRepId`, for `split`. */
  toRepIds: [] as string[],
  customerIds: [] as string[],
  requestIds: [] as string[],
  tellsCustomers: false,
};

/** Hands over customers and open requests of a representative: all to another or to several, or chosen ones. */
export function HandoverDialog({ rep, onClose }: { rep: ListedRep; onClose(): void }) {
  const { api } = useHostServices();
  const say = useDone();
  const [search, setSearch] = useState('');
  // The same again after a lost answer returns the result of the first request. Each answer ends that.
  const attempt = useRef<{ choice: string; request: HandOverRequest } | null>(null);
  const choices = useQuery(handoverChoicesQuery(api, rep.id, search));
  const receivers = useQuery(receiversQuery(api));
  /** How many customers would be handed over. */
  const tellable = ({ way, customerIds }: typeof NOTHING) =>
    way === 'chosen' ? customerIds.length : (choices.data?.customerCount ?? 0);
  const title = `Hand over from ${rep.name}`;
  const { handOver, ...sent } = useHandover(rep.id);
  const edit = useConflictForm({
    ...sent,
    title,
    stored: NOTHING,
    valuesOf: (values) => values,
    schemaFor: () =>
      z.pipe(
        z.custom<typeof NOTHING>(),
        z.transform((values, context) => {
          const { way, toRepId, toRepIds, customerIds, requestIds, tellsCustomers } = values;
          const { customerCount: customers = 0, requestCount: requests = 0 } = choices.data ?? {};
          const most = Math.max(customerIds.length, requestIds.length);
          const wanted = {
            toRepIds: way === 'split' ? toRepIds : [toRepId],
            expected: { customers, requests },
            chosen: way === 'chosen' ? { customerIds, requestIds } : null,
            ...(tellsCustomers && tellable(values) > 0 ? { tellsCustomers } : {}),
            // Without the numbers: they have changed if the answer of a handover was lost.
            choice: JSON.stringify([way, toRepId, toRepIds, customerIds, requestIds, tellsCustomers]),
          };
          const wrong =
            way === 'split' && (toRepIds.length < 2 || toRepIds.length > SPLIT_MAX)
              ? `Please choose 2 to ${SPLIT_MAX} people.`
              : !wanted.toRepIds.every((id) => receivers.data?.some((known) => known.id === id))
                ? 'Please choose who gets them.'
                : way === 'chosen' && most === 0
                  ? 'Please choose what to hand over.'
                  : way === 'chosen' && most > HANDOVER_CHOICE_MAX
                    ? `Please choose at most ${HANDOVER_CHOICE_MAX} of each.`
                    : null;
          if (wrong !== null)
            context.issues.push({ code: 'custom', input: values, path: ['toRepId'], message: wrong });
          return wanted;
        }),
      ),
    save(wanted) {
      const { toRepIds, expected, chosen, choice, ...told } = wanted;
      if (attempt.current?.choice !== choice) {
        const parts = toRepIds.map((toRepId) => ({ handoverId: freshId(), toRepId }));
        const [only] = parts.length === 1 ? parts : [];
        const request: HandOverRequest =
          only === undefined
            ? { action: 'split', fromRepId: rep.id, parts, expected, ...told }
            : { action: 'hand_over', fromRepId: rep.id, ...only, ...(chosen ?? { expected }), ...told };
        attempt.current = { choice, request };
      }
      return handOver(attempt.current.request);
    },
    refusalOf(answer) {
      attempt.current = null;
      switch (answer.outcome) {
        case 'changed':
          forget(answer.missing.map(({ id }) => id));
          return { words: changedWords(answer) };
        case 'undone':
          // The handover was undone while this answer was lost.
          return { words: 'This handover was undone since. Press the button again to hand over once more.' };
        default:
          return null;
      }
    },
    onSaved(answer, { toRepIds }) {
      if (answer.outcome !== 'handed_over') return;
      const names = toRepIds.map((id) => receivers.data?.find((known) => known.id === id)?.name ?? '');
      say({
        title: 'Handed over',
        description: `${amountWords(answer.count, answer.requests)} of ${rep.name} ${names.length > 1 ? 'split among' : 'now with'} ${listWords(names)}.${undoWords(answer.undoUntil)}`,
      });
    },
    onClose,
  });
  const { way, toRepId, toRepIds, customerIds, requestIds } = edit.values;
  const refusal = edit.failure ?? edit.form.formState.errors.toRepId?.message ?? null;

  function forget(ids: readonly string[]): void {
    for (const field of ['customerIds', 'requestIds'] as const) {
      edit.form.setValue(
        field,
        edit.form.getValues(field).filter((id) => !ids.includes(id)),
      );
    }
  }

  function choose(choice: Partial<typeof NOTHING>) {
    edit.dropFailure();
    for (const [field, value] of Object.entries(choice))
      edit.form.setValue(field as keyof typeof NOTHING, value);
  }

  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description={`Links stay good, and the new representative serves them at once. Past sales, commissions and private notes stay with ${rep.name}.`}
    >
      <QueryState query={choices} what="their customers and requests" skeleton="h-64">
        {({ customerCount, requestCount, ...rows }) => (
          // Not a form, because the search inside it is a form.
          <div className="grid gap-4">
            <Unsaved when={edit.isTouched} />
            {refusal === null ? null : <Alert tone="error" title={refusal} />}
            <fieldset>
              <legend className="sr-only">What</legend>
              {WAYS.map((each) => (
                <label key={each} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
                  <input
                    type="radio"
                    name="handover-what"
                    className="size-4 shrink-0 accent-teal"
                    checked={way === each}
                    onChange={() => choose({ way: each })}
                  />
                  <span>{wayWords(each, amountWords(customerCount, requestCount))}</span>
                </label>
              ))}
            </fieldset>
            {way !== 'chosen' ? null : (
              <>
                <SearchField
                  label="Search customers and requests"
                  placeholder="Name, email or company"
                  value={search}
                  maxLength={SEARCH_MAX}
                  onSearch={setSearch}
                />
                <ChoiceList
                  legend="Customers"
                  rows={rows.customers}
                  count={customerCount}
                  chosen={customerIds}
                  onToggle={(id) => choose({ customerIds: toggled(customerIds, id) })}
                />
                <ChoiceList
                  legend="Open requests"
                  rows={rows.requests}
                  count={requestCount}
                  chosen={requestIds}
                  onToggle={(id) => choose({ requestIds: toggled(requestIds, id) })}
                />
              </>
            )}
            <QueryState query={receivers} what="the representatives" skeleton="h-16">
              {(known) => {
                const others = known.filter(({ id }) => id !== rep.id);
                return way === 'split' ? (
                  <ChoiceList
                    legend="To"
                    rows={others}
                    count={others.length}
                    chosen={toRepIds}
                    onToggle={(id) => choose({ toRepIds: toggled(toRepIds, id) })}
                  />
                ) : (
                  <SelectField
                    label="To"
                    value={toRepId}
                    options={[
                      { value: '', label: 'Choose a representative' },
                      ...others.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
                    ]}
                    onChange={(id) => choose({ toRepId: id })}
                  />
                );
              }}
            </QueryState>
            {tellable(edit.values) === 0 ? null : (
              <CheckField edit={edit} name="tellsCustomers">
                Tell customers whose link works, by mail
              </CheckField>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="signal"
                className="text-sm max-md:grow"
                busy={edit.isPending}
                onClick={edit.submit}
              >
                Hand over
              </Button>
              <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
            </div>
          </div>
        )}
      </QueryState>
    </PortalDialog>
  );
}

function wayWords(way: (typeof WAYS)[number], amount: string): string {
  switch (way) {
    case 'all':
      return `All: ${amount}`;
    case 'split':
      return 'All, split evenly among several people';
    case 'chosen':
      return 'Chosen ones';
  }
}

const listWords = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

function toggled(chosen: string[], id: string): string[] {
  const others = chosen.filter((other) => other !== id);
  return others.length < chosen.length ? others : [...chosen, id];
}

interface ChoiceListProps {
  legend: string;
  /** Entries that match the search: at most 100 customers and 100 requests. */
  rows: readonly (Omit<HandoverChoice, 'company'> & { company?: string })[];
  /** The number of all entries, ignoring the search. */
  count: number;
  chosen: readonly string[];
  onToggle(id: string): void;
}

/** Customers, requests or people, each with a checkbox. */
function ChoiceList({ legend, rows, count, chosen, onToggle }: ChoiceListProps) {
  const chosenCount = chosen.length;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">
        <span>{legend}</span>{' '}
        <span className="tabular font-normal text-muted">
          {`${formatCount(chosenCount)} of ${formatCount(count)} chosen`}
        </span>
      </legend>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{count === 0 ? 'None.' : 'None matches.'}</p>
      ) : (
        <div className="max-h-56 overflow-y-auto rounded-control border border-line">
          {rows.map(({ id, name, email, company = '' }) => (
            <label
              key={id}
              className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line px-3 py-1.5 text-sm last:border-b-0 hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-teal"
                checked={chosen.includes(id)}
                onChange={() => onToggle(id)}
              />
              <span className="min-w-0 leading-5 wrap-anywhere">
                <span className="block font-medium">{name || email}</span>
                <span className="block text-muted">
                  {[company, name ? email : ''].filter((part) => part !== '').join(' · ')}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
      {rows.length < 100 || rows.length === count ? null : (
        <p className="mt-1 text-sm text-muted">Only the first 100 are shown. Search for the others.</p>
      )}
    </fieldset>
  );
}
