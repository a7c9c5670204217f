import { drawOf, sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { RULES_OF_THEMES } from '../looks/axe.ts';
import { expectAccessible } from '../portal/portal.ts';
import type { PortalState } from './portal-state.ts';
import { PORTAL_STATES, showState } from './portal-states.ts';

/** A window's width and a theme, and the rules of axe that this look adds to the one before. Default: all. */
export interface Look {
  width: number;
  theme: 'light' | 'dark';
  only?: readonly string[];
}

/** The looks of each state of the portal. A theme changes colors alone. */
const LOOKS: readonly [Look, ...Look[]] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark', only: RULES_OF_THEMES },
  { width: 360, theme: 'dark' },
  { width: 360, theme: 'light', only: RULES_OF_THEMES },
];

/** All looks at a state in `test deep`. In `test` one of them, by lot, with all rules. */
export function looksOf({ name }: Pick<PortalState, 'name'>): readonly Look[] {
  const looks = drawOf(`looks at ${name}`, LOOKS, LOOKS.length);
  return looks.length === LOOKS.length ? LOOKS : looks.map(({ width, theme }) => ({ width, theme }));
}

/** This run's share of the states, group by group. 19 runs show every state. */
export function statesOfRun(): [group: string, states: PortalState[]][] {
  const taken = new Set(sampleOf('states of the portal', Object.values(PORTAL_STATES).flat(), 19));
  return Object.entries(PORTAL_STATES)
    .map(([group, states]): [string, PortalState[]] => [group, states.filter((state) => taken.has(state))])
    .filter(([, states]) => states.length > 0);
}

/**
 * Brings a signed-in page into a state and expects that axe finds nothing in this run's looks.
 */
export async function expectAccessibleState(page: Page, state: PortalState): Promise<void> {
  await takeLook(page, LOOKS[0]);
  await showState(page, state);
  for (const each of looksOf(state)) {
    await takeLook(page, each);
    await expectAccessible(page, { without: state.without ?? [], only: each.only });
  }
}

/** Changes the window and the system's theme while a page is open. */
async function takeLook(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
}
