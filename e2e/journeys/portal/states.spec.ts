import { test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';
import { expectAccessibleState, statesOfRun } from '../../portal-states/state-looks.ts';

// Some states follow failures. A state is checked when it is reached, not before.
test.use({
  allowProblems: /status of [45]\d\d|ERR_|dynamically imported/,
  contextOptions: { reducedMotion: 'reduce' },
});

for (const [group, states] of statesOfRun()) {
  test(`${group}: axe finds no violation in ${states.length} states`, async ({ page }) => {
    // Usually one second per state. A busy machine needs many times as long.
    test.setTimeout(states.length * 30_000);
    await openPortal(page);
    for (const state of states) await test.step(state.name, () => expectAccessibleState(page, state));
  });
}
