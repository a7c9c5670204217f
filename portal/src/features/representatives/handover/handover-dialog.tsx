import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { HANDOVER_CHOICE_MAX } from '@corvane/shared/contracts/backend/representatives/handover';
import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { CloseDialogButton, PortalDialog, Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { handoverChoicesQuery, receiversQuery } from '../api.ts';
import { ChoiceList } from './choice-list.tsx';
import { amountWords, changedWords, undoWords } from './handover-words.ts';
import { useHandover } from './use-handover.ts';

interface HandoverDialogProps {
  rep: ListedRep;
  onClose(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Hands over customers and open requests of a representative to another: all of them, or chosen ones. */
export function HandoverDialog({ rep, onClose }: HandoverDialogProps) {
  const { api, toast } = useHostServices();
  const [to, setTo] = useState('');
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(true);
  const [customers, setCustomers] = useState(NONE);
  const [requests, setRequests] = useState(NONE);
  // Sending again after a lost answer returns the result of the first request.
  const [handoverId, setHandoverId] = useState(freshId);
  const choices = useQuery(handoverChoicesQuery(api, rep.id, search));
  const receivers = useQuery(receiversQuery(api));
  const receiver = receivers.data?.find(({ id }) => id === to);

  const title = `Hand over from ${rep.name}`;
  const handover = useHandover({
    title,
    onAnswer(answer) {
      switch (answer.outcome) {
        case 'handed_over':
          toast({
            title: 'Handed over',
            description: `${amountWords(answer.count, answer.requests)} of ${rep.name} now with ${receiver?.name}.${undoWords(answer.undoUntil)}`,
            tone: 'success',
          });
          return null;
        case 'changed':
          setHandoverId(freshId());
          forget(answer.missing.map(({ id }) => id));
          return changedWords(answer);
        case 'undone':
          // The handover was undone while this answer was lost.
          setHandoverId(freshId());
          return 'This handover was undone since. Press the button again to hand over once more.';
        case 'none':
          return `${rep.name} has no customers and no open requests any more.`;
        case 'too_late':
          return null;
      }
    },
    onClose,
  });
  const { refusal, setRefusal } = handover;

  function forget(ids: readonly string[]) {
    const left = (chosen: ReadonlySet<string>) => new Set([...chosen].filter((id) => !ids.includes(id)));
    setCustomers(left);
    setRequests(left);
  }

  /** A different choice is a different handover. */
  function choose(apply: () => void) {
    setHandoverId(freshId());
    setRefusal(null);
    apply();
  }

  function submit(counts: { customers: number; requests: number }) {
    const isNothing = !isAll && customers.size + requests.size === 0;
    const isTooMuch = !isAll && Math.max(customers.size, requests.size) > HANDOVER_CHOICE_MAX;
    if (receiver === undefined) return setRefusal('Please choose who gets them.');
    if (isNothing) return setRefusal('Please choose what to hand over.');
    if (isTooMuch) return setRefusal(`Please choose at most ${HANDOVER_CHOICE_MAX} of each.`);
    handover.send({
      action: 'hand_over',
      handoverId,
      fromRepId: rep.id,
      toRepId: receiver.id,
      ...(isAll ? { expected: counts } : { customerIds: [...customers], requestIds: [...requests] }),
    });
  }

  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description={`Links stay good, and the new representative serves them at once. Past sales, commissions and private notes stay with ${rep.name}.`}
    >
      <QueryState
        query={choices}
        what="their customers and requests"
        skeleton={<Skeleton className="h-64 w-full" />}
      >
        {({ customerCount, requestCount, ...rows }) => (
          // Not a form, because the search inside it is a form.
          <div className="grid gap-4">
            <Unsaved when={to !== '' || !isAll || customers.size + requests.size > 0} />
            {refusal === null ? null : <Alert tone="error" title={refusal} />}
            <QueryState
              query={receivers}
              what="the representatives"
              skeleton={<Skeleton className="h-16 w-full" />}
            >
              {(known) => (
                <SelectField
                  label="To"
                  value={to}
                  options={[
                    { value: '', label: 'Choose a representative' },
                    ...known
                      .filter(({ id }) => id !== rep.id)
                      .map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
                  ]}
                  onChange={(id) => choose(() => setTo(id))}
                />
              )}
            </QueryState>
            <fieldset>
              <legend className="sr-only">What</legend>
              {[true, false].map((choosesAll) => (
                <label
                  key={String(choosesAll)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 text-sm"
                >
                  <input
                    type="radio"
                    name="handover-what"
                    className="size-4 shrink-0 accent-teal"
                    checked={isAll === choosesAll}
                    onChange={() => choose(() => setAll(choosesAll))}
                  />
                  {choosesAll ? `All: ${amountWords(customerCount, requestCount)}` : 'Chosen ones'}
                </label>
              ))}
            </fieldset>
            {isAll ? null : (
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
                  chosen={customers}
                  onToggle={(id) => choose(() => setCustomers(toggled(customers, id)))}
                />
                <ChoiceList
                  legend="Open requests"
                  rows={rows.requests}
                  count={requestCount}
                  chosen={requests}
                  onToggle={(id) => choose(() => setRequests(toggled(requests, id)))}
                />
              </>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="signal"
                className="text-sm max-md:grow"
                busy={handover.isPending}
                onClick={() => submit({ customers: customerCount, requests: requestCount })}
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

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
