import type { SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { Button } from '@corvane/shared/ui/button';
import { useId, useState } from 'react';
import { Chevron } from '../../../ui/facts/chevron.tsx';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { partsOf, type SumPart } from './sum-parts.ts';

interface CommissionSumProps {
  totals: SalesTotals;
  pendingDays: number;
  /** Which sales are counted. */
  chosen: string;
  onShow(group: CommissionGroup): void;
}

/**
 * Shows the remaining commission as a sum. Each part opens to say what it counts, and links to its sales. The
 * commission of cancelled sales is shown beside the sum, because no part contains it.
 */
export function CommissionSum({ totals, pendingDays, chosen, onShow }: CommissionSumProps) {
  const id = useId();
  const [openGroup, setOpenGroup] = useState<CommissionGroup | null>(null);
  const { summed, beside } = partsOf(totals, pendingDays);
  const open = [...summed, beside].find(({ group }) => group === openGroup);
  const opener = (part: SumPart) => (
    <PartOpener
      part={part}
      isOpen={part === open}
      panelId={`${id}-part`}
      onToggle={() => setOpenGroup(part === open ? null : part.group)}
    />
  );
  return (
    <section className="col-span-2 min-w-0 rounded-panel border border-line bg-surface px-3 py-3 md:px-5 lg:col-span-1">
      <h3 className="font-sans text-sm leading-5 font-semibold">Remaining commission</h3>
      <p className="text-xs leading-4 text-muted">{chosen}</p>
      <p className="tabular my-0.5 font-display text-3xl leading-10 font-semibold tracking-tight wrap-anywhere">
        {formatSignedCents(totals.netCommissionCents)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div role="group" aria-label="How it adds up" className="flex flex-wrap items-stretch gap-x-1 gap-y-1">
        {summed.map((part) => (
          <span key={part.group} className="flex min-w-0 items-center gap-1">
            <span className="w-3 text-center font-semibold text-muted">{part.sign}</span>
            {opener(part)}
          </span>
        ))}
        {/* On a phone it has a line of its own: beside the sum it would look like a part that is subtracted. */}
        <span className="flex min-w-0 items-center gap-1 max-md:w-full max-md:border-t max-md:border-line max-md:pt-1 md:ml-auto md:border-l md:border-line md:pl-2">
          {opener(beside)}
        </span>
      </div>
      {/* Parts cannot be opened on paper, so a printed page explains each part. */}
      <ul className="mt-2 hidden border-t border-line pt-2 text-xs print:block">
        {[...summed, beside].map(({ group, label, rule }) => (
          <li key={group}>
            {label}: {rule}
          </li>
        ))}
      </ul>
      <div id={`${id}-part`} className="mt-2 text-sm print:hidden" hidden={open === undefined}>
        {open === undefined ? null : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2">
            <p className="min-w-0 grow basis-60">{open.rule}</p>
            {open.count === 0 ? null : (
              <Button className="text-sm" onClick={() => onShow(open.group)}>
                {open.action}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

interface PartOpenerProps {
  part: SumPart;
  isOpen: boolean;
  panelId: string;
  onToggle(): void;
}

function PartOpener({ part, isOpen, panelId, onToggle }: PartOpenerProps) {
  return (
    <button
      type="button"
      data-sum-part={part.group}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
      className="kept-on-paper min-h-11 min-w-0 cursor-pointer rounded-control px-1.5 py-1 text-left hover:bg-sunken aria-expanded:bg-sunken"
    >
      <span className="flex items-center gap-1 text-xs leading-4 text-muted underline decoration-dotted underline-offset-4">
        {part.label}
        <Chevron className={isOpen ? 'rotate-180' : ''} />
      </span>{' '}
      <span className="tabular block text-sm leading-5 font-semibold wrap-anywhere">{part.value}</span>
    </button>
  );
}
