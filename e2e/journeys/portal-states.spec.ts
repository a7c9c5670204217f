import type { Page } from '@playwright/test';
import { RULES_OF_THEMES } from '../axe.ts';
import { test } from '../browser.ts';
import { expectAccessible, openPortal } from '../portal.ts';
import { PORTAL_STATES, showState } from '../portal-states.ts';

// Some states follow failures. A state is checked when it is reached, not before.
test.use({
  allowProblems: /status of [45]\d\d|ERR_|dynamically imported/,
  contextOptions: { reducedMotion: 'reduce' },
});

const WIDE_AND_LIGHT = { width: 1440, theme: 'light' } as const;
const WIDE_AND_DARK = { width: 1440, theme: 'dark' } as const;
const NARROW_AND_DARK = { width: 360, theme: 'dark' } as const;
const NARROW_AND_LIGHT = { width: 360, theme: 'light' } as const;

for (const [group, states] of Object.entries(PORTAL_STATES)) {
  test(`${group}: axe finds no violation in ${states.length} states, wide and narrow, light and dark`, async ({
    page,
  }) => {
    // Usually one second per state. A busy machine needs many times as long.
    test.setTimeout(states.length * 30_000);
    await look(page, WIDE_AND_LIGHT);
    await openPortal(page);
    for (const state of states) {
      await test.step(state.name, async () => {
        await showState(page, state);
        const { without = [] } = state;
        await expectAccessible(page, { without });
        await look(page, WIDE_AND_DARK);
        await expectAccessible(page, { without, only: RULES_OF_THEMES });
        await look(page, NARROW_AND_DARK);
        await expectAccessible(page, { without });
        await look(page, NARROW_AND_LIGHT);
        await expectAccessible(page, { without, only: RULES_OF_THEMES });
        await look(page, WIDE_AND_LIGHT);
      });
    }
  });
}

/** Changes the window and the system's theme while a page is open. */
async function look(page: Page, { width, theme }: { width: number; theme: 'light' | 'dark' }): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
}
