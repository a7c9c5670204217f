import { test as base, expect } from '@playwright/test';
import { stack } from '../stack.ts';
import type { Engine, EngineName } from './driver.ts';
import { launchChromium, launchFirefox } from './puppeteer-engine.ts';
import { Visitor } from './visitor.ts';
import { launchWebKit } from './webkit-engine.ts';

interface EngineOptions {
  engineName: EngineName;
}

interface OfWorker extends EngineOptions {
  engine: Engine;
  sharedVisitor: Visitor;
  sharedRep: Visitor;
}

interface OfTest {
  /** An anonymous visitor, shared by all tests of a worker. */
  visitor: Visitor;
  /** Signed in with the demonstration sales ID. Shared by all tests of a worker. */
  rep: Visitor;
  /** Opens a profile that shares nothing with other profiles. */
  newVisitor(): Promise<Visitor>;
}

/** Journeys that run in every engine. A problem in a page fails its test. */
export const test = base.extend<OfTest, OfWorker>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await LAUNCH[engineName]();
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  sharedVisitor: [
    async ({ engine }, use) => {
      const driver = await engine.newDriver();
      await use(new Visitor(driver));
      await driver.close();
    },
    { scope: 'worker' },
  ],
  sharedRep: [
    async ({ engine }, use) => {
      const driver = await engine.newDriver();
      const rep = new Visitor(driver);
      await rep.resize(1440);
      await signIn(rep, stack.demoSalesId);
      await use(rep);
      await driver.close();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ sharedVisitor }, use) => {
    await use(sharedVisitor);
    expect(await sharedVisitor.driver.takeProblems()).toEqual([]);
  },
  rep: async ({ sharedRep }, use) => {
    await use(sharedRep);
    expect(await sharedRep.driver.takeProblems()).toEqual([]);
  },
  newVisitor: async ({ engine }, use) => {
    const visitors: Visitor[] = [];
    await use(async () => {
      const visitor = new Visitor(await engine.newDriver());
      visitors.push(visitor);
      await visitor.resize(1440);
      return visitor;
    });
    const problems: string[] = [];
    for (const { driver } of visitors) {
      problems.push(...(await driver.takeProblems()));
      await driver.close();
    }
    expect(problems).toEqual([]);
  },
});

/** Signs a representative in by the footer of the home page, which leads to the Sales Portal. */
export async function signIn(visitor: Visitor, salesId: string): Promise<void> {
  await visitor.open('/');
  await visitor.click('Partner Program');
  await visitor.fill('Sales ID', salesId);
  await visitor.click('Sign in');
  // Does not wait for the message: on a busy machine it may have closed already.
  await visitor.seesNoDialog();
  await visitor.sees('Welcome, ');
  // Leaving while it fetches its code would fail that, and some engines say so. This part comes last, once it is idle.
  await visitor.sees('New since your last visit');
  await visitor.hasFetchedAll();
}

/** Window widths for checking pages: a phone, a tablet, a desk. */
export const PHONE_PX = 360;
export const DESK_PX = 1440;
export const WIDTHS_PX = [PHONE_PX, 768, DESK_PX];

const LAUNCH: Record<EngineName, () => Promise<Engine>> = {
  chromium: () => launchChromium(program('CHROMIUM_PATH')),
  firefox: () => launchFirefox(program('FIREFOX_PATH')),
  webkit: () =>
    launchWebKit({
      driver: program('WEBKIT_DRIVER_PATH'),
      browser: program('WEBKIT_BROWSER_PATH'),
      xvfb: program('XVFB_PATH'),
    }),
};

function program(name: string): string {
  const path = process.env[name];
  if (!path) throw new Error(`${name} is not set; run the tests with "npx -y pnpm@12 test engines"`);
  return path;
}

export { expect };
