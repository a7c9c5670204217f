import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { Button } from '@corvane/shared/ui/button';
import { ErrorState } from '@corvane/shared/ui/data-states';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { id } from '../../lib/search-state.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { ChoiceBar } from '../../ui/choices/choice-bar.tsx';
import { PaperChoice } from '../../ui/choices/paper-choice.tsx';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { type AccessAction, AccessDialog } from './access/access-dialog.tsx';
import { customersPagesQuery } from './customers.queries.ts';
import { CUSTOMERS_FILTER } from './customers-filter.ts';
import { OpenCustomer } from './details/open-customer.tsx';
import { CustomersList } from './list/customers-list.tsx';
import { STATUS_WORDS, STATUSES_IN_ORDER } from './status/customer-status.tsx';
import { StatusMeanings } from './status/status-meanings.tsx';

interface CustomersPanelProps {
  repId: string;
  /** Whether the tab is shown. A hidden tab does not reload. */
  isShown: boolean;
  /** Opens the Qualify tab, with a customer's details filled in if one is given. */
  onQualify(customer?: Customer): void;
}

/** All customers that the rep qualified, with the state of their access. */
export function CustomersPanel(props: CustomersPanelProps) {
  if (props.repId === '') return <ErrorState title="No sales representative ID available" />;
  return <Customers {...props} />;
}

const OPEN = { customer: id('customer') };

function Customers({ repId, isShown, onQualify }: CustomersPanelProps) {
  const { api } = useHostServices();
  const { state: filter, chosen, change, clear, clears } = useSearchState(CUSTOMERS_FILTER);
  const opened = useSearchState(OPEN);
  const query = customersPagesQuery(api, repId, filter);
  const pages = useInfiniteQuery({ ...query, refetchInterval: isShown ? query.refetchInterval : false });
  const [asked, setAsked] = useState<{ customer: Customer; action: AccessAction } | null>(null);
  useShortcuts(isShown, { c: clear });

  const customers = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const openId = isShown ? opened.state.customer : null;
  const status = filter.statuses?.[0] ?? null;
  const act = (customer: Customer, action: AccessAction) => setAsked({ customer, action });

  return (
    <section aria-labelledby="portal-customers-heading">
      <h2 id="portal-customers-heading" className="sr-only text-heading print:not-sr-only">
        Customers
      </h2>
      <div className="mb-2 flex flex-wrap items-center gap-2 md:gap-3">
        <ChoiceBar
          legend="Status"
          options={STATUSES_IN_ORDER}
          labelOf={(status) => STATUS_WORDS[status].label}
          counts={pages.data?.pages[0]?.counts}
          selected={status}
          onSelect={(status) => change({ statuses: status && [status] })}
        />
        <div className="min-w-0 grow basis-52 md:max-w-80">
          <SearchField
            key={clears}
            label="Search customers"
            placeholder="Name, email or company"
            value={filter.search ?? ''}
            maxLength={SEARCH_MAX}
            onSearch={(search) => change({ search }, 'replace')}
          />
        </div>
        {chosen.length > 0 ? (
          <Button variant="quiet" className="text-sm" onClick={clear}>
            Clear all
          </Button>
        ) : null}
      </div>
      <PaperChoice chosen={[status && STATUS_WORDS[status].label, filter.search && `"${filter.search}"`]} />
      <StatusMeanings customers={customers} />
      <KeptFocus>
        <CustomersList
          pages={pages}
          customers={customers}
          onOpen={({ customerId }) => opened.change({ customer: customerId })}
          onAct={act}
          onClear={clear}
          onQualify={() => onQualify()}
        />
      </KeptFocus>
      {openId === null ? null : (
        <OpenCustomer
          key={openId}
          repId={repId}
          customerId={openId}
          onClose={() => opened.change({ customer: null }, 'replace')}
          onAct={act}
        />
      )}
      {asked === null ? null : (
        <AccessDialog
          key={`${asked.customer.customerId} ${asked.action}`}
          repId={repId}
          {...asked}
          onClose={() => setAsked(null)}
          onIssueAgain={(customer) => {
            setAsked(null);
            onQualify(customer);
          }}
        />
      )}
    </section>
  );
}
