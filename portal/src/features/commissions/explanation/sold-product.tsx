import type { ProductFacts } from '@corvane/shared/contracts/backend/sales/product-facts';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { productFactsQuery } from '../commissions.queries.ts';

/** The sold product's current description and features in the catalogue. */
export function SoldProduct({ name }: { name: string }) {
  const { api } = useHostServices();
  const product = useQuery(productFactsQuery(api, name));
  return (
    <QueryState query={product} what="the product" skeleton={<Skeleton className="h-40 w-full" />}>
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
