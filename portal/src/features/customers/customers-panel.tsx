import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState, ErrorState } from '@corvane/shared/ui/data-states';
import { useCallback, useState } from 'react';
import { useHostServices, useRep } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { id } from '../../lib/search-state.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { LazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../ui/tables/data-list.tsx';
import { useWay } from '../../ui/tables/way.tsx';
import { type AccessAction, AccessActions } from './access.tsx';
import { customersPagesQuery } from './api.ts';
import { CustomerFilters } from './filters.tsx';
import { CUSTOMER_COLUMNS, customerIdOf } from './list.tsx';
import { CUSTOMERS_SEARCH, customersOn, isUsualOrder, nextOrder } from './order.ts';
import { StatusMeanings, StatusNow } from './status.tsx';

/** Both are fetched after the rows. */
const loadDetails = () => import('./details.tsx');
const loadAccess = () => import('./access-dialog.tsx');

interface CustomersPanelProps {
  /** Opens the Qualify tab, with a customer's details filled in if one is given. */
  onQualify(customer?: Customer): void;
}

/** All customers that the rep qualified, with the state of their access. */
export function CustomersPanel(props: CustomersPanelProps) {
  if (useRep().id === '') return <ErrorState title="No sales representative ID available" />;
  return <Customers {...props} />;
}

const OPEN = { customer: id('customer') };

function Customers({ onQualify }: CustomersPanelProps) {
  const { api } = useHostServices();
  const search = useSearchState(CUSTOMERS_SEARCH);
  const { change, clear } = search;
  const view = customersOn(search.state);
  const opened = useSearchState(OPEN);
  const list = useRowPages(customersPagesQuery(api, view));
  const [asked, setAsked] = useState<{ customer: Customer; action: AccessAction } | null>(null);
  useShortcuts({ c: clear });

  const counts = list.first?.counts;
  const openId = opened.state.customer;
  const way = useWay(list.query, list.rows.map(customerIdOf), openId, (id) =>
    opened.change({ customer: id }, 'replace'),
  );
  const hasAny = Object.values(counts ?? {}).some((count) => count > 0);
  const act = (customer: Customer, action: AccessAction) => setAsked({ customer, action });
  const rowActions = useCallback(
    (customer: Customer, tabIndex: 0 | -1) => (
      <StatusNow customer={customer}>
        {(status) => (
          <AccessActions
            customer={customer}
            status={status}
            tabIndex={tabIndex}
            place="row"
            onAct={(customer, action) => setAsked({ customer, action })}
          />
        )}
      </StatusNow>
    ),
    [],
  );

  return (
    <Panel id="customers" title="Customers" className="">
      <CustomerFilters search={search} counts={counts} />
      <StatusMeanings customers={list.rows} />
      <KeptFocus>
        <DataList
          list={list}
          what="your customers"
          noun="customer"
          first={isUsualOrder(view) ? 'newest' : 'first'}
          caption={`Customers you qualified${isUsualOrder(view) ? ', the newest link first' : ''}`}
          order={{
            by: view.sort,
            direction: view.direction,
            onSort: (sort) => change(nextOrder(view, sort)),
          }}
          columns={CUSTOMER_COLUMNS}
          idOf={customerIdOf}
          openId={openId}
          actions={rowActions}
          actionsHead="Access"
          actionsAlign="left"
          onOpen={({ customerId }) => opened.change({ customer: customerId })}
          empty={
            hasAny ? (
              <EmptyState title="No customer matches.">
                <p>None of your customers has this status and matches the search.</p>
                <Button className="mt-4 text-sm" onClick={clear}>
                  Show all customers
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title="No customers yet.">
                <p>Customers you qualify appear here with the status of their link.</p>
                <Button className="mt-4 text-sm" onClick={() => onQualify()}>
                  Qualify a customer
                </Button>
              </EmptyState>
            )
          }
        />
      </KeptFocus>
      <LazyDialog
        load={loadDetails}
        isLikely={counts !== undefined}
        props={
          openId === null
            ? null
            : {
                customerId: openId,
                way,
                onClose: () => opened.change({ customer: null }, 'replace'),
                onAct: act,
              }
        }
      />
      <LazyDialog
        key={asked === null ? null : `${asked.customer.customerId} ${asked.action}`}
        load={loadAccess}
        isLikely={counts !== undefined}
        props={
          asked === null
            ? null
            : {
                ...asked,
                onClose: () => setAsked(null),
                onIssueAgain(customer) {
                  setAsked(null);
                  onQualify(customer);
                },
              }
        }
      />
    </Panel>
  );
}
