import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { id } from '../../../lib/search-state.ts';
import { useReloading } from '../../../lib/shown.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { RepChoice } from '../../../ui/choices/rep-choice.tsx';
import { KeptFocus } from '../../../ui/dialogs/kept-focus.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { Fact } from '../../../ui/facts/facts.tsx';
import { Panel } from '../../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../../ui/tables/data-list.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { useWay } from '../../../ui/tables/way.tsx';
import { CustomerDialog, type OpenCustomerProps } from '../details.tsx';
import { CustomerFilters } from '../filters.tsx';
import { customerIdOf } from '../list.tsx';
import { customersOn, isUsualOrder, nextOrder } from '../order.ts';
import { StatusMeanings } from '../status.tsx';
import { MANAGED_SEARCH, repsQuery, scopedCustomerQuery, scopedCustomersQuery } from './api.ts';
import { CountLink, MANAGED_CUSTOMER_COLUMNS } from './list.tsx';

const OPEN = { customer: id('customer') };

/** Every representative's customers, for managers. Only their own representative changes anything. */
export default function ManagedCustomersPanel() {
  const { api } = useHostServices();
  const search = useSearchState(MANAGED_SEARCH);
  const { change, clear } = search;
  const { rep, ...listed } = search.state;
  const view = customersOn(listed);
  const opened = useSearchState(OPEN);
  const list = useRowPages(scopedCustomersQuery(api, view, rep ?? 'all'));
  const reps = useQuery(repsQuery(api));
  useShortcuts({ c: clear });

  const counts = list.first?.counts;
  const openId = opened.state.customer;
  const way = useWay(list.query, list.rows.map(customerIdOf), openId, (id) =>
    opened.change({ customer: id }, 'replace'),
  );
  const hasAny = Object.values(counts ?? {}).some((count) => count > 0);
  return (
    <Panel id="managed-customers" title="Customers" className="">
      <CustomerFilters
        search={search}
        counts={counts}
        further={{
          field: (
            <RepChoice
              rep={rep}
              reps={reps.data}
              className="md:max-w-60"
              onChoose={(chosen) => change({ rep: chosen })}
            />
          ),
          chosen: reps.data?.find(({ id }) => id === rep)?.name ?? null,
        }}
      />
      <StatusMeanings customers={list.rows} />
      <KeptFocus>
        <DataList
          list={list}
          what="the customers"
          noun="customer"
          first={isUsualOrder(view) ? 'newest' : 'first'}
          caption={`Customers of all representatives${isUsualOrder(view) ? ', the newest link first' : ''}`}
          columns={MANAGED_CUSTOMER_COLUMNS}
          idOf={customerIdOf}
          openId={openId}
          order={{
            by: view.sort,
            direction: view.direction,
            onSort: (sort) => change(nextOrder(view, sort)),
          }}
          onOpen={({ customerId }) => opened.change({ customer: customerId })}
          empty={
            hasAny || rep !== null ? (
              <EmptyState title="No customer matches.">
                <Button className="mt-2 text-sm" onClick={clear}>
                  Show all customers
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title="No customers yet.">
                Customers whom a representative qualifies appear here.
              </EmptyState>
            )
          }
        />
      </KeptFocus>
      {openId === null ? null : (
        <OpenManagedCustomer
          key={openId}
          customerId={openId}
          way={way}
          onClose={() => opened.change({ customer: null }, 'replace')}
        />
      )}
    </Panel>
  );
}

/** The details of the customer in the address, whether the list contains them or not. */
function OpenManagedCustomer({ customerId, way, onClose }: Omit<OpenCustomerProps, 'onAct'>) {
  const { api } = useHostServices();
  const found = useQuery(useReloading(scopedCustomerQuery(api, customerId)));
  const customer = found.data;
  if (!customer) {
    return (
      <PortalDialog onClose={onClose} title="Customer" isBeside>
        <QueryState query={found} what="the customer" skeleton="h-[32rem]">
          {() => <p>This customer no longer exists.</p>}
        </QueryState>
      </PortalDialog>
    );
  }
  return (
    <CustomerDialog
      customer={customer}
      way={way}
      onClose={onClose}
      facts={
        <>
          <Fact label="Representative">{customer.representative}</Fact>
          <Fact label="Sales">
            <CountLink customer={customer} what="sales" />
          </Fact>
          <Fact label="Requests">
            <CountLink customer={customer} what="requests" />
          </Fact>
        </>
      }
    />
  );
}
