import { test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';
import { OPERATIONS_STATES } from '../../portal-states/portal-states.ts';
import { expectAccessibleState } from '../../portal-states/state-looks.ts';
import { FOCUSED, recordDocument } from './record-document.ts';
import { type RecordedState, writeRecordedStates } from './recorded-states.ts';

// Some states follow failures. A state is checked when it is reached, not before.
test.use({
  allowProblems: /status of [45]\d\d|ERR_|dynamically imported/,
  contextOptions: { reducedMotion: 'reduce' },
});

for (const [group, states] of Object.entries(OPERATIONS_STATES)) {
  test(`${group}: axe finds no violation in ${states.length} states, wide and narrow, light and dark`, async ({
    page,
  }) => {
    // Usually one second per state. A busy machine needs many times as long.
    test.setTimeout(states.length * 30_000);
    await openPortal(page);
    const recorded: RecordedState[] = [];
    for (const state of states) {
      const { name, without = [] } = state;
      const looks: RecordedState['looks'][number][] = [];
      await test.step(name, () =>
        expectAccessibleState(page, state, async (look) => {
          looks.push({ ...look, document: await page.evaluate(recordDocument, FOCUSED) });
        }),
      );
      recorded.push({ name, without, looks });
    }
    await writeRecordedStates(group, recorded);
  });
}
