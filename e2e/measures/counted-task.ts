import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Counts a person's clicks and the screens on the way. A screen is a page, a tab of the portal, or an open
 * customer.
 */
export class CountedTask {
  readonly #page: Page;
  readonly #screens: string[] = [];
  #clicksBefore = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Call before the first page is opened: each page counts its clicks. */
  static async prepare(page: Page): Promise<CountedTask> {
    await page.addInitScript(() => {
      document.addEventListener(
        'click',
        (event) => {
          if (!event.isTrusted) return;
          sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
        },
        { capture: true },
      );
    });
    const task = new CountedTask(page);
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) task.#see(frame.url());
    });
    return task;
  }

  /** Starts counting. The current screen is the first one. */
  async begin(): Promise<void> {
    this.#screens.length = 0;
    this.#see(this.#page.url());
    this.#clicksBefore = await this.#clicks();
  }

  /** Types as a person does. If the field already has the focus, it needs no click. */
  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeEditable();
    if (!(await field.evaluate((node) => node === document.activeElement))) await field.click();
    await this.#page.keyboard.insertText(text);
    await expect(field).toHaveValue(text);
  }

  /** @param screens all expected screens, in order */
  async expectDone({ clicks, screens }: { clicks: number; screens: readonly string[] }): Promise<void> {
    expect(this.#screens).toEqual(screens);
    expect((await this.#clicks()) - this.#clicksBefore).toBeLessThanOrEqual(clicks);
  }

  #see(url: string): void {
    const { pathname, searchParams } = new URL(url);
    const parts = [pathname, searchParams.get('tab'), searchParams.has('customer') ? 'customer' : null];
    const screen = parts.filter((part) => part !== null).join(' ');
    if (this.#screens.at(-1) !== screen) this.#screens.push(screen);
  }

  #clicks(): Promise<number> {
    return this.#page.evaluate(() => Number(sessionStorage.getItem('clicks')));
  }
}
