import { AXE, atRest, axeOptions, overflowPx, violations } from '../../looks/axe.ts';
import { OPERATIONS_STATES } from '../../portal-states/portal-states.ts';
import { LOOKS } from '../../portal-states/state-looks.ts';
import { test as engineTest, expect } from '../engine-test.ts';
import { Visitor } from '../visitor.ts';
import { FOCUSED, showDocument } from './record-document.ts';
import { readRecordedStates } from './recorded-states.ts';
import { type StatesServer, startStatesServer } from './states-server.ts';

/** A page that shows recorded documents, shared by all tests of a worker. */
const test = engineTest.extend<object, { stateViewer: Visitor; statesServer: StatesServer }>({
  statesServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const server = await startStatesServer();
      await use(server);
      server.close();
    },
    { scope: 'worker' },
  ],
  stateViewer: [
    async ({ engine, statesServer }, use) => {
      const driver = await engine.newDriver(statesServer.url);
      const visitor = new Visitor(driver);
      await driver.open(statesServer.url);
      await driver.runScript(AXE);
      await use(visitor);
      await driver.close();
    },
    { scope: 'worker' },
  ],
});

const WIDTHS_PX = [...new Set(LOOKS.map(({ width }) => width))];

for (const [group, states] of Object.entries(OPERATIONS_STATES)) {
  test(`${group}: axe finds no violation in ${states.length} states as Chromium showed them @deep`, async ({
    stateViewer,
    statesServer,
  }) => {
    // Usually a second per state. A busy machine needs many times as long.
    test.setTimeout(states.length * 30_000);
    const { driver } = stateViewer;
    const recorded = await readRecordedStates(group);
    expect(recorded.map(({ name }) => name)).toEqual(states.map(({ name }) => name));
    let looked = 0;
    // One width after the other: changing the window takes longer than showing a state.
    for (const width of WIDTHS_PX) {
      await stateViewer.resize(width);
      for (const { name, without, looks } of recorded) {
        for (const look of looks.filter((each) => each.width === width)) {
          const { theme, only, document } = look;
          await driver.evaluate(showDocument, statesServer.offer(document), FOCUSED);
          await driver.evaluate(atRest);
          const found = await driver.evaluate(violations, axeOptions({ without, only }));
          const px = await driver.evaluate(overflowPx);
          if (px > 0) found.push(`the page is ${px} px wider than its window`);
          expect.soft(found, `${name}, ${width} px, ${theme}`).toEqual([]);
          looked += 1;
        }
      }
    }
    expect(looked).toBe(states.length * LOOKS.length);
    expect(await driver.takeProblems()).toEqual([]);
  });
}
