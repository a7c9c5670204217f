import { layOutAll, test } from '../../browser.ts';
import { atRest } from '../../looks/axe.ts';
import { openPortal } from '../../portal/portal.ts';
import { OPERATIONS_STATES, showState } from '../../portal-states/portal-states.ts';
import { LOOKS, takeLook } from '../../portal-states/state-looks.ts';
import { FOCUSED, recordDocument } from './record-document.ts';
import { type RecordedState, writeRecordedStates } from './recorded-states.ts';

/* Axe looks at these states in journeys/portal/states.spec.ts. */

// Some states follow failures. A state is recorded when it is reached, not before.
test.use({
  allowProblems: /status of [45]\d\d|ERR_|dynamically imported/,
  contextOptions: { reducedMotion: 'reduce' },
});

for (const [group, states] of Object.entries(OPERATIONS_STATES)) {
  test(`${group}: ${states.length} states are recorded in each look @deep`, async ({ page }) => {
    // Usually one second per state. A busy machine needs many times as long.
    test.setTimeout(states.length * 30_000);
    await openPortal(page);
    const recorded: RecordedState[] = [];
    for (const state of states) {
      const { name, without = [] } = state;
      const looks: RecordedState['looks'][number][] = [];
      await test.step(name, async () => {
        await takeLook(page, LOOKS[0]);
        await showState(page, state);
        for (const look of LOOKS) {
          await takeLook(page, look);
          await layOutAll(page);
          await page.evaluate(atRest);
          looks.push({ ...look, document: await page.evaluate(recordDocument, FOCUSED) });
        }
      });
      recorded.push({ name, without, looks });
    }
    await writeRecordedStates(group, recorded);
  });
}
