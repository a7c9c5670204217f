import { addRep } from '../ops.ts';
import { mailedCode } from '../portal/portal.ts';
import { type Answers, answerCalls, FAILURE, NO_ANSWER } from './answered-calls.ts';
import { DESK_PX, test as engineTest, expect, signIn } from './engine-test.ts';
import { expectAccessibleLooks } from './looks.ts';
import { addOperationsRecords } from './operations-records.ts';
import { Visitor } from './visitor.ts';

/** A manager in Operations, at a desk. */
interface Manager {
  visitor: Visitor;
  /** Finds what `addOperationsRecords` added. */
  word: string;
  /** Opens Operations at an address. @param query with its leading `?` */
  open(query?: string): Promise<void>;
  /** From now on, these calls get these answers. */
  answer(answers: Answers): Promise<void>;
  /** Opens a tab, and expects that it is accessible while it loads, and when loading fails. */
  openFailing(tab: Tab): Promise<void>;
  /** Opens the first row of the shown list. */
  openFirstRow(): Promise<void>;
  closeDialog(): Promise<void>;
  /** Expects that the page is accessible in every look. @param state for the message */
  expectAccessible(state: string): Promise<void>;
}

interface Tab {
  /** The words on it. */
  name: string;
  /** What fills it. */
  calls: readonly string[];
  loading: string;
  failed: string;
}

/** Journeys of a manager who has opened Operations once, with a mailed code, for all tests of a worker. */
export const test = engineTest.extend<{ manager: Manager }, { sharedManager: [Visitor, string] }>({
  sharedManager: [
    async ({ engine }, use) => {
      const driver = await engine.newDriver();
      const visitor = new Visitor(driver);
      await visitor.resize(DESK_PX);
      const { email, salesId } = await addRep('Mona Engine', { isManager: true });
      await signIn(visitor, salesId);
      await visitor.open('/sales-portal/operations');
      await visitor.click('Email me a code');
      await visitor.fill('6-digit code', await mailedCode(email));
      await visitor.click('Open Operations');
      await visitor.sees('Operations stays open in this session for another');
      await use([visitor, await addOperationsRecords()]);
      await driver.close();
    },
    { scope: 'worker' },
  ],
  manager: async ({ sharedManager: [visitor, word] }, use) => {
    await visitor.resize(DESK_PX);
    const answer = (answers: Answers) => visitor.driver.evaluate(answerCalls, answers);
    const expectAccessible = (state: string) => expectAccessibleLooks(visitor, state);
    await use({
      visitor,
      word,
      open: (query = '') => visitor.open(`/sales-portal/operations${query}`),
      answer,
      async openFailing({ name, calls, loading, failed }) {
        await answer(Object.fromEntries(calls.map((call) => [call, NO_ANSWER])));
        await visitor.click(name);
        await visitor.sees(loading);
        await expectAccessible('loading');
        await answer(Object.fromEntries(calls.map((call) => [call, FAILURE])));
        await visitor.sees(failed);
        await expectAccessible('not loaded');
      },
      openFirstRow: async () =>
        visitor.click(await visitor.wordsOf('main [data-row-opener] > span'), 'main [data-row-opener]'),
      async closeDialog() {
        await visitor.press('Escape');
        await visitor.seesNoDialog();
      },
      expectAccessible,
    });
    expect(await visitor.driver.takeProblems()).toEqual([]);
  },
});
