import type { ManagedPlan } from '@corvane/shared/contracts/backend/prices/price-management';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import type { OperationsPanelProps } from '../../lib/operations-panel.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { StaleNotice } from '../../ui/tables/stale-notice.tsx';
import { CancelPriceDialog } from './change/cancel-price-dialog.tsx';
import { ChangePriceDialog } from './change/change-price-dialog.tsx';
import type { SeenPlan } from './change/price-calls.ts';
import { PlanDialog } from './details/plan-dialog.tsx';
import { PlansTable, PlansTableSkeleton } from './list/plans-table.tsx';
import { type ScheduledPrice, ScheduleTable, scheduleOf } from './list/schedule-table.tsx';
import { pricesQuery, REFRESH_MS } from './prices-query.ts';

/** The open dialog, with the prices that the manager saw when it opened. */
type Opened =
  | { dialog: 'plan'; slug: string }
  | { dialog: 'change'; seen: SeenPlan }
  | { dialog: 'cancel'; seen: SeenPlan; price: ScheduledPrice['price'] };

/** Every plan's current, scheduled and past prices. Managers change them here. */
export default function PricesPanel({ repId, isShown, onRefused }: OperationsPanelProps) {
  const { api } = useHostServices();
  const prices = useQuery({ ...pricesQuery(api, repId), refetchInterval: isShown ? REFRESH_MS : false });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);

  const isRefused = isApiError(prices.error) && prices.error.code === 'forbidden';
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);

  return (
    <section aria-labelledby="portal-prices-heading">
      <h2 id="portal-prices-heading" className="sr-only text-heading print:not-sr-only">
        Prices
      </h2>
      <KeptFocus>
        <QueryState query={prices} what="the prices" skeleton={<PlansTableSkeleton />}>
          {({ plans, now, clockAheadMs }) => {
            const schedule = scheduleOf(plans);
            const change = (plan: ManagedPlan) =>
              setOpened({ dialog: 'change', seen: { plan, seenAt: now } });
            const openedPlan =
              opened?.dialog === 'plan' ? plans.find(({ slug }) => slug === opened.slug) : undefined;
            return (
              <>
                {prices.isError ? (
                  <StaleNotice retrying={prices.isFetching} onRetry={() => void prices.refetch()}>
                    Failed to refresh the prices.
                  </StaleNotice>
                ) : null}
                {plans.length === 0 ? (
                  <EmptyState title="No plans yet.">An operator loads them.</EmptyState>
                ) : (
                  <PlansTable
                    plans={plans}
                    onOpen={({ slug }) => setOpened({ dialog: 'plan', slug })}
                    onChange={change}
                  />
                )}
                <h3 className="mt-8 mb-3 font-sans text-base font-semibold">Scheduled</h3>
                {schedule.length === 0 ? (
                  <EmptyState title="No price is scheduled.">
                    To schedule one, press Change beside its plan. You can then preview the pricing page of
                    that day.
                  </EmptyState>
                ) : (
                  <ScheduleTable
                    schedule={schedule}
                    onOpen={({ slug }) => setOpened({ dialog: 'plan', slug })}
                    onCancel={({ plan, price }) =>
                      setOpened({ dialog: 'cancel', seen: { plan, seenAt: now }, price })
                    }
                  />
                )}
                {openedPlan === undefined ? null : (
                  <PlanDialog plan={openedPlan} onChange={() => change(openedPlan)} onClose={close} />
                )}
                {opened?.dialog === 'change' ? (
                  <ChangePriceDialog
                    repId={repId}
                    seen={opened.seen}
                    clockAheadMs={clockAheadMs}
                    onClose={close}
                  />
                ) : null}
                {opened?.dialog === 'cancel' ? (
                  <CancelPriceDialog
                    repId={repId}
                    seen={opened.seen}
                    price={opened.price}
                    clockAheadMs={clockAheadMs}
                    onClose={close}
                  />
                ) : null}
              </>
            );
          }}
        </QueryState>
      </KeptFocus>
    </section>
  );
}
