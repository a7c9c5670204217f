import { test } from '../browser.ts';
import { expectAccessible, openPortal } from '../portal.ts';
import { PORTAL_STATES, showState } from '../portal-states.ts';

// Some states are what comes of failures; and a state is checked as it is, not on its way.
test.use({
  // A trace of so many pages takes longer than looking at them.
  trace: 'off',
  allowProblems: /status of [45]\d\d|ERR_|dynamically imported/,
  contextOptions: { reducedMotion: 'reduce' },
});

for (const { width, theme } of [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const) {
  test.describe(`at ${width} px, ${theme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme });

    for (const [group, states] of Object.entries(PORTAL_STATES)) {
      test(`${group}: axe finds nothing in ${states.length} states`, async ({ page }) => {
        // A second each is usual; a machine with much else to do takes many times as long.
        test.setTimeout(states.length * 15_000);
        await openPortal(page);
        for (const state of states) {
          await test.step(state.name, async () => {
            await showState(page, state);
            await expectAccessible(page, state.without);
          });
        }
      });
    }
  });
}
