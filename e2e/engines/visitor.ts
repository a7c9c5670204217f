import { setTimeout as delay } from 'node:timers/promises';
import { coveredControls } from './covered-controls.ts';
import type { Driver, Key } from './driver.ts';
import { type Found, findWords } from './find-words.ts';
import { until } from './until.ts';

/** A person using a browser: reads text, clicks on it, types. */
export class Visitor {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Resolves once the page answers. @param address a path of the site, or a whole address */
  async open(address: string): Promise<void> {
    await this.driver.open(address);
    await this.#hydrated();
  }

  /** Clicks on text, once it can be clicked. @param within CSS selector. By default the open dialog or the page */
  async click(words: string, within: string | null = null): Promise<void> {
    await this.driver.clickAt(await this.#clickable(words, within));
  }

  #clickable(words: string, within: string | null): Promise<Found> {
    let before: Found | null = null;
    return until(`"${words}" to click on`, async () => {
      const found = await this.driver.evaluate(findWords, words, within);
      if (found === null) throw new Error('not there');
      if (found.refusal !== null) throw new Error(found.refusal);
      // Do not click on moving elements.
      const isAtRest = before !== null && before.x === found.x && before.y === found.y;
      before = found;
      return isAtRest ? found : null;
    });
  }

  /** Clicks on the label of an empty field and types. */
  async fill(label: string, text: string): Promise<void> {
    await this.click(label);
    await until(`the focus in "${label}"`, () =>
      this.driver.evaluate(() => document.activeElement?.matches('input, textarea') === true),
    );
    await this.driver.type(text);
    await until(`"${text}" in "${label}"`, () =>
      this.driver.evaluate(
        (typed) => (document.activeElement as HTMLInputElement | null)?.value === typed,
        text,
      ),
    );
  }

  /** Chooses an option of a select, by its label and its first letters. */
  async choose(label: string, option: string): Promise<void> {
    await this.click(label);
    await until(`the focus in "${label}"`, () =>
      this.driver.evaluate(() => document.activeElement?.matches('select') === true),
    );
    // A space would open the list in some engines.
    await this.driver.type(option.split(' ')[0] ?? option);
    await until(`"${option}" in "${label}"`, () =>
      this.driver.evaluate(
        (wanted) =>
          (document.activeElement as HTMLSelectElement | null)?.selectedOptions?.[0]?.text === wanted,
        option,
      ),
    );
  }

  async press(key: Key): Promise<void> {
    await this.driver.press(key);
  }

  /** Resolves once the text is on the page. Ignores case. */
  async sees(words: string): Promise<void> {
    await until(`"${words}" on the page`, () => this.#reads(words));
  }

  /** Resolves once the page fetches nothing more, seen twice half a second apart. */
  async hasFetchedAll(): Promise<void> {
    let before = -1;
    await until('an end of what the page fetches', async () => {
      await delay(500);
      const now = await this.driver.evaluate(() => performance.getEntriesByType('resource').length);
      const isSame = now === before;
      before = now;
      return isSame;
    });
  }

  /** Resolves once a row of a table has all these words. */
  async seesRow(...words: readonly string[]): Promise<void> {
    await until(`a row with "${words.join('" and "')}"`, () =>
      this.driver.evaluate(
        (wanted) =>
          [...document.querySelectorAll<HTMLElement>('tr')].some((row) =>
            // biome-ignore lint/performance/useDomNodeTextContent: read only the rendered text.
            wanted.every((part) => row.innerText.includes(part)),
          ),
        words,
      ),
    );
  }

  async seesNoMore(words: string): Promise<void> {
    await until(`no "${words}" on the page`, async () => !(await this.#reads(words)));
  }

  /** Resolves once the text can be clicked. @param within CSS selector. By default the open dialog or the page */
  async canClick(words: string, within: string | null = null): Promise<void> {
    await this.#clickable(words, within);
  }

  async cannotSee(words: string, within: string | null = null): Promise<void> {
    await until(`no "${words}"`, async () => (await this.driver.evaluate(findWords, words, within)) === null);
  }

  /** Resolves once a dialog has taken the focus. Before, it hears no keys. @param title null for any title */
  async seesDialog(title: string | null): Promise<void> {
    await until(`the dialog "${title ?? 'of any title'}"`, () =>
      this.driver.evaluate((words) => {
        const dialog = document.activeElement?.closest('[role=dialog]');
        const heading = dialog?.querySelector('h2');
        return heading instanceof Element && (words === null || heading.textContent === words);
      }, title),
    );
  }

  /** Resolves once the page has finished loading. */
  async seesAll(): Promise<void> {
    await until('a loaded page', () =>
      this.driver.evaluate(
        () => document.querySelector('main [aria-busy=true], [role=dialog] [aria-busy=true]') === null,
      ),
    );
  }

  async seesNoDialog(): Promise<void> {
    await until('no dialog', () =>
      this.driver.evaluate(() => document.querySelector('[role=dialog]') === null),
    );
  }

  /**
   * From now on, a click on this page does not move the focus. A click on a button in Safari on macOS does the same.
   */
  async focusesNothingOnClick(): Promise<void> {
    await this.driver.evaluate(() => {
      document.addEventListener('mousedown', (event) => event.preventDefault(), { capture: true });
    });
  }

  async isAt(path: string): Promise<void> {
    await until(`the page ${path}`, () =>
      this.driver.evaluate((wanted) => location.pathname + location.search === wanted, path),
    );
  }

  /** Resolves once the element with this text or label has the focus. */
  async hasFocusOn(words: string): Promise<void> {
    await until(`the focus on "${words}"`, async () => {
      const name = await this.#focused();
      if (name !== words) throw new Error(`the focus is on "${name}"`);
      return true;
    });
  }

  /** Resolves once a control that contains this text has the focus. */
  async hasFocusAround(words: string): Promise<void> {
    await until(`the focus around "${words}"`, async () => {
      const name = await this.#focused();
      if (!name.includes(words)) throw new Error(`the focus is on "${name}"`);
      return true;
    });
  }

  /** Presses Tab until the element with this text has the focus. */
  async tabTo(words: string): Promise<void> {
    for (let presses = 0; presses < 150; presses += 1) {
      if ((await this.#focused()) === words) return;
      await this.driver.press('Tab');
    }
    throw new Error(`Tab never reached "${words}"`);
  }

  /** Resolves once the page is laid out in a window of this width. */
  async resize(width: number, height = 900): Promise<void> {
    await this.driver.resize(width, height);
    await until(`a page ${width} px wide`, () => this.driver.evaluate((px) => innerWidth === px, width));
    // Listeners for the width run in the next frame.
    await this.driver.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }

  /** Problems on the current page, one line each: covered controls, or a page that scrolls sideways. */
  async hindrances(): Promise<string[]> {
    const overflow = await this.driver.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const covered = await this.driver.evaluate(coveredControls);
    return overflow > 0 ? [`the page is ${overflow} px wider than the window`, ...covered] : covered;
  }

  /** The visible text of the first visible element of a selector. */
  wordsOf(selector: string): Promise<string> {
    return until(`words in ${selector}`, () =>
      this.driver.evaluate((wanted) => {
        const shown = [...document.querySelectorAll<HTMLElement>(wanted)].find((element) =>
          element.checkVisibility(),
        );
        // biome-ignore lint/performance/useDomNodeTextContent: read only the rendered text.
        return shown?.innerText.trim() ?? '';
      }, selector),
    );
  }

  valueOf(label: string): Promise<string> {
    return until(`a value of "${label}"`, () =>
      this.driver.evaluate((words) => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
        const isIt = (field: HTMLInputElement) =>
          field.getAttribute('aria-label') === words ||
          [...(field.labels ?? [])].some((text) => text.textContent.trim() === words);
        return fields.find(isIt)?.value ?? '';
      }, label),
    );
  }

  async #hydrated(): Promise<void> {
    await until('a hydrated page', () =>
      this.driver.evaluate(() => {
        const heading = document.querySelector('[data-static]:has(h1), h1');
        return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
      }),
    );
  }

  #reads(words: string): Promise<boolean> {
    return this.driver.evaluate(
      // biome-ignore lint/performance/useDomNodeTextContent: read only the rendered text.
      (wanted) => document.body.innerText.toLowerCase().includes(wanted.toLowerCase()),
      words,
    );
  }

  #focused(): Promise<string> {
    return this.driver.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'nothing';
      const label =
        'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null)?.[0] : undefined;
      // biome-ignore lint/performance/useDomNodeTextContent: read only the rendered text.
      const shown = (element as HTMLElement).innerText;
      const name = element.getAttribute('aria-label') ?? label?.textContent ?? shown;
      return name.replace(/\s+/g, ' ').trim();
    });
  }
}
