import type { Locator, Page } from '@playwright/test';
import { openTimed, takeStep } from './in-page-clock.ts';

export interface ScreenSample {
  tab: string;
  step: string;
  /** To the paint of what was asked for. For a search, from the end of its pause in typing. */
  ms: number;
}

const FIRST_SCREENS = 15;
const NEXT_PAGES = 15;
/** The shortest pause of a person. The step before is finished by then. */
const PAUSE_MS = 300;

/** A tab of the portal in a page that has the clock. */
export class ScreenTab {
  readonly samples: ScreenSample[] = [];
  readonly page: Page;
  readonly #tab: string;
  readonly #url: string;
  /** Whether another filter changes totals beside the rows. */
  readonly #hasTotals: boolean;

  constructor(page: Page, tab: string, url: string, hasTotals: boolean) {
    this.page = page;
    this.#tab = tab;
    this.#url = url;
    this.#hasTotals = hasTotals;
  }

  async open(): Promise<void> {
    await openTimed(this.page, this.#url);
  }

  /** With the site's files in the browser's cache, as on every visit but the first, and without them, in turn. */
  async firstScreens(): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    await this.open();
    for (let run = 0; run < FIRST_SCREENS; run += 1) {
      for (const step of ['first screen', 'first screen, empty browser cache']) {
        if (step !== 'first screen') await devtools.send('Network.clearBrowserCache');
        this.#keep(step, await openTimed(this.page, this.#url));
      }
    }
    await devtools.detach();
  }

  /** Presses a button. */
  async press(step: string, button: Locator): Promise<void> {
    await this.#take(step, button, null);
  }

  /** Chooses an option, once it is there. */
  async choose(step: string, label: string, value: string): Promise<void> {
    const select = this.page.getByRole('combobox', { name: label });
    await select.locator(`option[value="${value}"]`).waitFor({ state: 'attached' });
    await this.#take(step, select, value);
  }

  /** @param text what ends with a line break is sent without the pause in typing */
  async search(step: string, label: string, text: string): Promise<void> {
    await this.#take(step, this.page.getByRole('searchbox', { name: label }), text);
  }

  /** Each next page of a list of Operations adds its rows below those that are shown. */
  async nextPages(count = NEXT_PAGES): Promise<void> {
    for (let turn = 0; turn < count; turn += 1)
      await this.press('next page', this.page.getByRole('button', { name: 'Load more' }));
  }

  async clearAll(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Clear all', exact: true });
    await button.click();
    await this.untilStill();
    await button.waitFor({ state: 'detached' });
  }

  async untilStill(): Promise<void> {
    await this.page.locator('#main [aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  async #take(step: string, element: Locator, value: string | null): Promise<void> {
    await this.page.waitForTimeout(PAUSE_MS);
    const changesTotals = this.#hasTotals && /^(filter|search)/.test(step);
    const { paintedMs, pauseMs } = await takeStep(element, value, changesTotals);
    this.#keep(step, paintedMs - (value !== null && step === 'search' ? pauseMs : 0));
  }

  #keep(step: string, ms: number): void {
    this.samples.push({ tab: this.#tab, step, ms });
  }
}
