import type { ManagedPlan, ManagedPrice } from '@corvane/shared/contracts/backend/prices/price-management';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { Button } from '@corvane/shared/ui/button';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../ui/facts/facts.tsx';
import { AMOUNTS, amountsWords, setByWords } from './words.ts';

interface PlanDialogProps {
  plan: ManagedPlan;
  onChange(): void;
  onClose(): void;
}

/** One plan: its current, scheduled and past prices, with who set each one and when. */
export function PlanDialog({ plan, onChange, onClose }: PlanDialogProps) {
  const { name, inForce, scheduled, ended } = plan;
  return (
    <PortalDialog onClose={onClose} title={name} isBeside startsAtTitle>
      {inForce === null ? (
        <p className="text-muted">This plan has no price yet.</p>
      ) : (
        <Facts>
          {AMOUNTS.map(({ key, label }) => (
            <Fact key={key} label={label}>
              <span className="tabular">{formatPriceCents(inForce.amounts[key])}</span>
            </Fact>
          ))}
          <Fact label="In force since">
            <Moment at={inForce.validFrom} />
          </Fact>
          <Fact label="Set by">
            <SetBy price={inForce} />
          </Fact>
        </Facts>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="signal" className="text-sm max-md:grow" onClick={onChange}>
          Change the price
        </Button>
      </div>
      <PriceList title="Scheduled" prices={scheduled} empty="No change is scheduled." />
      <PriceList title="Before" prices={ended} empty="There was no price before this one." />
      {ended.length === 100 ? (
        <p className="mt-3 text-sm text-muted">Only the latest 100 prices are shown.</p>
      ) : null}
    </PortalDialog>
  );
}

function SetBy({ price: { setBy } }: { price: ManagedPrice }) {
  // Only the catalogue's first prices are set without an audit event.
  if (setBy === null) return <span key="load">the first load of plans</span>;
  return (
    <span className="wrap-anywhere">
      <span>{`${setByWords(setBy)}, `}</span>
      <time dateTime={setBy.occurredAt}>{formatInstant(setBy.occurredAt)}</time>
    </span>
  );
}

interface PriceListProps {
  title: string;
  prices: readonly ManagedPrice[];
  empty: string;
}

function PriceList({ title, prices, empty }: PriceListProps) {
  return (
    <>
      <h3 className="mt-6 mb-3 font-sans text-base">{title}</h3>
      {prices.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ol className="border-l border-line text-sm">
          {prices.map((price) => (
            <li key={price.validFrom} className="relative pb-3 pl-4 last:pb-0">
              <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-control" />
              <span className="tabular block leading-5">{amountsWords(price.amounts)}</span>
              <span className="block text-xs leading-5 text-muted">
                From{' '}
                <time dateTime={price.validFrom} className="tabular">
                  {formatExactInstant(price.validFrom)}
                </time>
                . Set by <SetBy price={price} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
