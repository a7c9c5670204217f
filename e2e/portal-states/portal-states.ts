import type { Page } from '@playwright/test';
import { ACCOUNT_STATES } from './account.ts';
import { answerNothing } from './answers.ts';
import { SALES_STATES } from './commissions.ts';
import { SALE_STATES } from './commissions-parts.ts';
import { CUSTOMER_EDIT_STATES } from './customer-edit.ts';
import { CUSTOMER_STATES } from './customers.ts';
import { CUSTOMER_DIALOG_STATES } from './customers-dialogs.ts';
import { HANDOVER_STATES } from './operations/handovers.ts';
import { OPERATIONS_ACCESS_STATES } from './operations/operations-access.ts';
import { AUDIT_STATES } from './operations/operations-audit.ts';
import { OPERATIONS_CUSTOMERS_STATES } from './operations/operations-customers.ts';
import { OPERATIONS_PEOPLE_STATES } from './operations/operations-people.ts';
import { PRICE_STATES } from './operations/operations-prices.ts';
import { RELEASES_STATES } from './operations/operations-releases.ts';
import { OPERATIONS_REQUESTS_STATES } from './operations/operations-requests.ts';
import { OPERATIONS_STATEMENTS_STATES } from './operations/operations-statements.ts';
import { TEAM_STATES } from './operations/operations-team.ts';
import { TODAY_STATES } from './operations/operations-today.ts';
import { UNSAVED_STATES } from './operations/operations-unsaved.ts';
import { UPKEEP_STATES } from './operations/operations-upkeep.ts';
import { REPRESENTATIVE_STATES } from './operations/representatives.ts';
import type { PortalState } from './portal-state.ts';
import { QUALIFY_STATES } from './qualify.ts';
import { REQUEST_STATES } from './requests.ts';
import { SESSION_STATES } from './session.ts';
import { STATEMENT_STATES } from './statements.ts';

type GroupedStates = Readonly<Record<string, readonly PortalState[]>>;

/** Every state of the sales portal, grouped by sign-in. */
export const PORTAL_STATES: GroupedStates = {
  qualify: QUALIFY_STATES,
  customers: CUSTOMER_STATES,
  'customer dialogs': CUSTOMER_DIALOG_STATES,
  'customer edit': CUSTOMER_EDIT_STATES,
  requests: REQUEST_STATES,
  account: ACCOUNT_STATES,
  commissions: SALES_STATES,
  'commission parts': SALE_STATES,
  statements: STATEMENT_STATES,
  session: SESSION_STATES,
  'operations access': OPERATIONS_ACCESS_STATES,
  'operations requests': OPERATIONS_REQUESTS_STATES,
  'operations today': TODAY_STATES,
  'operations team': TEAM_STATES,
  'operations statements': OPERATIONS_STATEMENTS_STATES,
  'operations customers': OPERATIONS_CUSTOMERS_STATES,
  'operations audit': AUDIT_STATES,
  'operations releases': RELEASES_STATES,
  'operations upkeep': UPKEEP_STATES,
  representatives: [...REPRESENTATIVE_STATES, ...HANDOVER_STATES],
  'operations prices': PRICE_STATES,
  'operations people': OPERATIONS_PEOPLE_STATES,
  'operations unsaved': UNSAVED_STATES,
};

/** Brings a signed-in rep's page into a state, from any other state. */
export async function showState(page: Page, { show }: PortalState): Promise<void> {
  await page.context().setOffline(false);
  // A page of the same site without scripts that could make calls or store a draft.
  await page.goto('/registry.json');
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith('portal:')) storage.removeItem(key);
    }
  });
  await answerNothing(page);
  // The pointer is over an empty place, unless the state moves it.
  await page.mouse.move(0, 0);
  await show(page);
}
