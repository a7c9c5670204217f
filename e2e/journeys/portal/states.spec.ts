import { test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';
import { REP_STATES } from '../../portal-states/portal-states.ts';
import { expectAccessibleState } from '../../portal-states/state-looks.ts';

/* The states of Operations are checked in three engines: e2e/engines/states. */

// Some states follow failures. A state is checked when it is reached, not before.
test.use({
  allowProblems: /status of [45]\d\d|ERR_|dynamically imported/,
  contextOptions: { reducedMotion: 'reduce' },
});

for (const [group, states] of Object.entries(REP_STATES)) {
  test(`${group}: axe finds no violation in ${states.length} states, wide and narrow, light and dark`, async ({
    page,
  }) => {
    // Usually one second per state. A busy machine needs many times as long.
    test.setTimeout(states.length * 30_000);
    await openPortal(page);
    for (const state of states) await test.step(state.name, () => expectAccessibleState(page, state));
  });
}
