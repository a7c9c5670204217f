import type { ManagedPlan } from '@corvane/shared/contracts/backend/prices/price-management';
import { pricePreviewPath } from '@corvane/shared/contracts/remote/price-preview';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { buttonClass } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useReloading } from '../../lib/shown.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import {
  DataTable,
  ROW_BUTTON,
  RowButton,
  STATUS_BLOCKS,
  TableSkeleton,
} from '../../ui/tables/data-table.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { pricesQuery, type SeenPlan } from './api.ts';
import { CancelPriceDialog } from './change/cancel-price-dialog.tsx';
import { ChangePriceDialog } from './change/change-price-dialog.tsx';
import { PlanDialog } from './details.tsx';
import { PLAN_COLUMNS, SCHEDULE_COLUMNS, type ScheduledPrice, scheduleOf } from './list.tsx';

/** The open dialog, with the prices that the manager saw when it opened. */
type Opened =
  | { dialog: 'plan'; slug: string }
  | { dialog: 'change'; seen: SeenPlan }
  | { dialog: 'cancel'; seen: SeenPlan; price: ScheduledPrice['price'] };

/** Every plan's current, scheduled and past prices. Managers change them here. */
export default function PricesPanel() {
  const { api, Link } = useHostServices();
  const prices = useQuery(useReloading(pricesQuery(api)));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);

  return (
    <Panel id="prices" title="Prices">
      <KeptFocus>
        <QueryState
          query={prices}
          what="the prices"
          skeleton={
            <TableSkeleton rowCount={4} rowClassName="h-52 lg:h-[2.8125rem]">
              {STATUS_BLOCKS}
            </TableSkeleton>
          }
          stale="Failed to refresh the prices."
        >
          {({ plans, now }) => {
            const schedule = scheduleOf(plans);
            const change = (plan: ManagedPlan) =>
              setOpened({ dialog: 'change', seen: { plan, seenAt: now } });
            const open = ({ slug }: ManagedPlan) => setOpened({ dialog: 'plan', slug });
            const openedPlan =
              opened?.dialog === 'plan' ? plans.find(({ slug }) => slug === opened.slug) : undefined;
            return (
              <>
                {plans.length === 0 ? (
                  <EmptyState title="No plans yet.">An operator loads them.</EmptyState>
                ) : (
                  <DataTable
                    caption="Prices in force"
                    columns={PLAN_COLUMNS}
                    rows={plans}
                    idOf={({ slug }) => slug}
                    openId={openedPlan?.slug ?? null}
                    actions={(plan, tabIndex) => (
                      <RowButton
                        tabIndex={tabIndex}
                        of={`the price of ${plan.name}`}
                        onClick={() => change(plan)}
                      >
                        Change
                      </RowButton>
                    )}
                    onOpen={open}
                  />
                )}
                <h3 className="mt-8 mb-3 font-sans text-base">Scheduled</h3>
                {schedule.length === 0 ? (
                  <EmptyState title="No price is scheduled.">
                    To schedule one, press Change beside its plan. You can then preview the pricing page of
                    that day.
                  </EmptyState>
                ) : (
                  <DataTable
                    caption="Scheduled prices"
                    columns={SCHEDULE_COLUMNS}
                    rows={schedule}
                    idOf={({ plan, price }) => `${plan.slug} ${price.validFrom}`}
                    actions={({ plan, price }, tabIndex) => {
                      const begins = formatExactInstant(price.validFrom);
                      return (
                        <>
                          <Link
                            to={pricePreviewPath(price.validFrom)}
                            tabIndex={tabIndex}
                            className={buttonClass('outline', ROW_BUTTON)}
                          >
                            Preview
                            <span className="sr-only">{` the pricing page on ${begins}`}</span>
                          </Link>
                          <RowButton
                            tabIndex={tabIndex}
                            of={`the price of ${plan.name} from ${begins}`}
                            onClick={() =>
                              setOpened({ dialog: 'cancel', seen: { plan, seenAt: now }, price })
                            }
                          >
                            Cancel
                          </RowButton>
                        </>
                      );
                    }}
                    onOpen={({ plan }) => open(plan)}
                  />
                )}
                {openedPlan === undefined ? null : (
                  <PlanDialog
                    key={openedPlan.slug}
                    plan={openedPlan}
                    onChange={() => change(openedPlan)}
                    onClose={close}
                  />
                )}
                {opened?.dialog === 'change' ? (
                  <ChangePriceDialog seen={opened.seen} onClose={close} />
                ) : null}
                {opened?.dialog === 'cancel' ? (
                  <CancelPriceDialog seen={opened.seen} price={opened.price} onClose={close} />
                ) : null}
              </>
            );
          }}
        </QueryState>
      </KeptFocus>
    </Panel>
  );
}
