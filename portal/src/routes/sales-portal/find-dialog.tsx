import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type ReactNode, useContext, useState } from 'react';
import { useHostServices, useRep } from '../../app/host-services-context.tsx';
import { withQueries } from '../../app/session-queries.tsx';
import { THEMES, ThemeContext } from '../../app/theme.tsx';
import { THEME_LABELS } from '../../features/account/theme-choice.tsx';
import { foundCustomersQuery } from '../../features/customers/api.ts';
import { askFirst } from '../../ui/dialogs/ask-first.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { useDraftValue } from '../../ui/fields/use-draft-value.ts';
import { OPERATIONS_TABS } from './operations/operations-tab.ts';
import { PORTAL_TABS } from './portal-tab.ts';
import { useLogout } from './use-logout.ts';

interface FindDialogProps {
  onOpen(id: 'account' | 'shortcuts'): void;
  onClose(): void;
}

/** One field that leads everywhere: to customers by name, email or company, to the tabs, and to actions. */
export const FindDialog = withQueries(function FindDialog({ onOpen, onClose }: FindDialogProps) {
  const { api, navigate } = useHostServices();
  const { isManager } = useRep();
  const [, chooseTheme] = useContext(ThemeContext);
  const logout = useLogout();
  const [search, setSearch] = useState('');
  const { draft, setDraft } = useDraftValue(search, setSearch, {
    delayMs: 200,
    toValue: (text) => text.trim(),
  });
  const isSearching = search.length > 1;
  const found = useQuery({ ...foundCustomersQuery(api, search), enabled: isSearching });
  /** Those of an earlier text are not offered. */
  const customers = draft.trim() === search ? (found.data?.rows ?? []) : [];
  const go = (path: string) =>
    askFirst(() => {
      onClose();
      navigate(path);
    }, 'all');
  return (
    <PortalDialog onClose={onClose} title="Find">
      <Command label="Find" loop>
        <Command.Input
          className={CONTROL_CLASS}
          placeholder="A customer, a page or an action"
          dir="auto"
          maxLength={100}
          value={draft}
          onValueChange={setDraft}
        />
        <div className="mt-3 min-h-64">
          <Command.List label="Results">
            {isSearching ? (
              <Group heading="Customers">
                {customers.map((customer) => (
                  <Item
                    // A new one for each text: cmdk keeps the keywords that an item began with.
                    key={`${draft} ${customer.customerId}`}
                    value={customer.customerId}
                    // The server found it, by more than its name.
                    keywords={[draft]}
                    detail={customer.name === '' ? customer.company : customer.email}
                    onSelect={() => go(`/sales-portal?tab=customers&customer=${customer.customerId}`)}
                  >
                    {customerName(customer)}
                  </Item>
                ))}
              </Group>
            ) : null}
            <Group heading="Sales Portal">
              {Object.entries(PORTAL_TABS).map(([id, label]) => (
                <Item key={id} onSelect={() => go(`/sales-portal?tab=${id}`)}>
                  {label}
                </Item>
              ))}
            </Group>
            {isManager ? (
              <Group heading="Operations">
                {Object.entries(OPERATIONS_TABS).map(([id, label]) => (
                  <Item
                    key={id}
                    value={`Operations ${label}`}
                    onSelect={() => go(`/sales-portal/operations?tab=${id}`)}
                  >
                    {label}
                  </Item>
                ))}
              </Group>
            ) : null}
            <Group heading="Actions">
              <Item onSelect={() => onOpen('account')}>Account</Item>
              <Item onSelect={() => onOpen('shortcuts')}>Keyboard shortcuts</Item>
              {THEMES.map((theme) => (
                <Item
                  key={theme}
                  onSelect={() => {
                    chooseTheme(theme);
                    onClose();
                  }}
                >
                  {`Theme: ${THEME_LABELS[theme]}`}
                </Item>
              ))}
              <Item onSelect={() => go('/pricing')}>Prices on the website</Item>
              <Item onSelect={logout}>Logout</Item>
            </Group>
          </Command.List>
          {/* Beside the list, which may hold options alone. */}
          {found.isError ? (
            <p role="alert" className="mt-2 text-sm text-danger">
              Your customers could not be searched. Check your connection and try again.
            </p>
          ) : (
            <Command.Empty className="py-6 text-center text-sm text-muted">
              {isSearching && found.isPending ? 'Searching your customers' : 'Nothing found.'}
            </Command.Empty>
          )}
        </div>
      </Command>
    </PortalDialog>
  );
});

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={<span className="text-sm font-medium text-muted">{heading}</span>}
      className="mb-3"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  value?: string;
  keywords?: string[];
  detail?: string;
  onSelect(): void;
  children: string;
}

function Item({ detail = '', children, ...item }: ItemProps) {
  return (
    <Command.Item
      {...item}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 text-sm aria-selected:bg-sunken"
    >
      <span className="wrap-anywhere">{children}</span>
      {detail === '' ? null : <span className="text-muted wrap-anywhere">{detail}</span>}
    </Command.Item>
  );
}
