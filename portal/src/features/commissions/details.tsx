import type { ProductFacts, SaleExplanation } from '@corvane/shared/contracts/backend/sales/sale-explanation';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { formatDay } from '@corvane/shared/lib/dates';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../app/host-services-context.tsx';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { StatusMark } from '../../ui/facts/status-mark.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { productFactsQuery, saleExplanationQuery } from './api.ts';
import {
  addsWords,
  COMMISSION_WORDS,
  customerOfSale,
  FIGURE_LABELS,
  groupWords,
  rateWords,
  reasonWords,
  ruleWords,
} from './words.ts';

interface ExplanationProps {
  saleId: string;
  /** Explains another sale instead. */
  onSale(id: string): void;
}

interface SaleExplanationDialogProps extends ExplanationProps {
  onClose(): void;
}

/** Explains how the figures of one sale were calculated. */
export default function SaleExplanationDialog({ onClose, ...explanation }: SaleExplanationDialogProps) {
  return (
    <PortalDialog key={explanation.saleId} onClose={onClose} title="How this was calculated" isBeside>
      <Explanation {...explanation} />
    </PortalDialog>
  );
}

function Explanation({ saleId, onSale }: ExplanationProps) {
  const { api } = useHostServices();
  const explanation = useQuery(saleExplanationQuery(api, saleId));
  const skeleton = (
    <>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="mt-4 h-[34rem] w-full" />
    </>
  );
  return (
    <QueryState query={explanation} what="the explanation" skeleton={skeleton} refusal={notYours}>
      {(answer) => <ExplanationText explanation={answer} onSale={onSale} />}
    </QueryState>
  );
}

function notYours(error: unknown) {
  const isUnknown = isApiError(error) && error.code === 'not_found';
  return isUnknown ? <p>This sale is not one of yours, or it no longer exists.</p> : null;
}

interface ExplanationTextProps extends Pick<ExplanationProps, 'onSale'> {
  explanation: SaleExplanation;
}

function ExplanationText({ explanation, onSale }: ExplanationTextProps) {
  const { sale, commissionGroup, pendingDays, figures, reverses } = explanation;
  const group = COMMISSION_WORDS[commissionGroup];
  return (
    <div className="-mt-3 text-sm">
      <p className="font-medium">{`${sale.productName}, ${customerOfSale(sale).name}, ${formatDay(sale.saleDate)}`}</p>
      <p className="mt-3">{`${rateWords(explanation)}${ruleWords(explanation)}`}</p>
      <p className="mt-2">{groupWords(explanation)}</p>
      {reverses === null ? null : (
        <Button variant="quiet" className="-ml-3 text-sm" onClick={() => onSale(reverses.id)}>
          {`Explain the sale of ${formatDay(reverses.saleDate)}`}
        </Button>
      )}
      <p className="mt-2">
        <StatusMark shape={group.shape} tone={group.tone}>
          {`Counts as ${group.label.toLowerCase()}`}
        </StatusMark>
      </p>
      <table className="mt-5 w-full border-collapse">
        <caption className="mb-2 text-left font-medium">What this sale adds to each figure</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Adds</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ figure, counts, adds, reason }) => (
            <tr key={figure} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                <span className={`block leading-5 ${counts ? 'font-medium' : 'text-muted'}`}>
                  {FIGURE_LABELS[figure]}
                </span>
                <span className="block leading-5 text-muted">
                  {`${counts ? '' : 'Not counted: '}${reasonWords(reason, counts, pendingDays)}`}
                </span>
              </th>
              <td
                className={`tabular py-2 text-right align-top whitespace-nowrap ${counts ? 'font-medium' : 'text-muted'}`}
              >
                {counts ? addsWords(figure, adds) : '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="mt-6 mb-2 font-sans text-sm">{`What was sold: ${sale.productName}`}</h3>
      <SoldProduct name={sale.productName} />
    </div>
  );
}

/** The sold product's current description and features in the catalogue. */
export function SoldProduct({ name }: { name: string }) {
  const { api } = useHostServices();
  const product = useQuery(productFactsQuery(api, name));
  return (
    <QueryState query={product} what="the product" skeleton="h-40">
      {(facts) => <Facts {...facts} />}
    </QueryState>
  );
}

function Facts({ description, features }: ProductFacts) {
  if (description === '' && features.length === 0) {
    return <p className="text-muted">There is no plan of this name today.</p>;
  }
  return (
    <>
      {description === '' ? null : <p>{description}</p>}
      {features.length === 0 ? null : (
        <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto]">
          {features.map((feature) => (
            <div
              key={feature.name}
              className="col-span-2 grid grid-cols-subgrid gap-x-4 border-t border-line py-1.5"
            >
              <dt className="leading-5">{feature.name}</dt>
              <dd className="text-right leading-5 font-medium">{feature.limit}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
