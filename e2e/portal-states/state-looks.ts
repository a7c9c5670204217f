import type { Page } from '@playwright/test';
import { RULES_OF_THEMES } from '../looks/axe.ts';
import { expectAccessible } from '../portal/portal.ts';
import type { PortalState } from './portal-state.ts';
import { showState } from './portal-states.ts';

/** A window's width and a theme, and the rules of axe that this look adds to the one before. Default: all. */
export interface Look {
  width: number;
  theme: 'light' | 'dark';
  only?: readonly string[];
}

/** The looks of each state of the portal. A theme changes colors alone. */
export const LOOKS: readonly [Look, ...Look[]] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark', only: RULES_OF_THEMES },
  { width: 360, theme: 'dark' },
  { width: 360, theme: 'light', only: RULES_OF_THEMES },
];

/**
 * Brings a signed-in page into a state and expects that axe finds nothing in any look.
 * @param onLook called with each look, while it is on the screen
 */
export async function expectAccessibleState(
  page: Page,
  state: PortalState,
  onLook: (look: Look) => Promise<void> = async () => {},
): Promise<void> {
  await look(page, LOOKS[0]);
  await showState(page, state);
  for (const each of LOOKS) {
    await look(page, each);
    await expectAccessible(page, { without: state.without ?? [], only: each.only });
    await onLook(each);
  }
}

/** Changes the window and the system's theme while a page is open. */
async function look(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
}
