import type { Locator, Page } from '@playwright/test';

/** Milliseconds of a step. */
interface StepTimes {
  /** From the typing to the change of the address, which is after its pause. 0 when the address stayed. */
  pauseMs: number;
  /** From the press, or the typing, to the paint that shows everything that was asked for. */
  paintedMs: number;
}

interface ScreenClock {
  /** From the start of the navigation to the paint of the rows, and of the totals if there are some. */
  firstView: Promise<number>;
  step(element: HTMLElement, value: string | null, changesTotals: boolean): Promise<StepTimes>;
}

declare global {
  interface Window {
    screenClock: ScreenClock;
  }
}

/**
 * Puts the clock into every page that is opened from now on.
 * @param rows CSS selector of what counts as rows
 * @param totals CSS selector of what counts as totals. Null for a page without them.
 */
export async function addClock(page: Page, rows: string, totals: string | null): Promise<void> {
  await page.addInitScript(installClock, { rows, totals });
}

/** Opens the address again and waits until everything is painted. */
export async function openTimed(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => window.screenClock.firstView);
}

/**
 * Presses an element, or puts a value into it, and waits in the page for the effect.
 * @param value what ends with a line break is sent at once, as with Enter
 */
export function takeStep(element: Locator, value: string | null, changesTotals: boolean): Promise<StepTimes> {
  return element.evaluate(
    (node, step) => window.screenClock.step(node as HTMLElement, step.value, step.changesTotals),
    { value, changesTotals },
  );
}

/**
 * Runs in the page, before its scripts, so that no measurement includes the way to this process and back. It is
 * sent as text, so it contains everything it needs.
 */
function installClock(selectors: { rows: string; totals: string | null }): void {
  const GIVE_UP_MS = 20_000;
  let lastAddressAt = Number.NaN;
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    history[name] = (...args) => {
      const before = location.href;
      original(...args);
      if (location.href !== before) lastAddressAt = performance.now();
    };
  }

  const isBusy = (element: Element | null | undefined) => !!element?.closest('[aria-busy=true]');
  const rows = () => [...document.querySelectorAll<HTMLElement>(selectors.rows)];
  const totals = () => (selectors.totals === null ? [] : [...document.querySelectorAll(selectors.totals)]);
  const idsOf = (shown: HTMLElement[]) => shown.map(({ dataset }) => dataset.rowId).join();

  /** Looks after every change, in the change's own task, until `look` says that it has seen everything. */
  function watch(what: string, look: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => look() && end(resolve));
      const giveUp = setTimeout(
        () => end(() => reject(new Error(`${what} is not on the screen after ${GIVE_UP_MS} ms`))),
        GIVE_UP_MS,
      );
      const end = (settle: () => void) => {
        observer.disconnect();
        clearTimeout(giveUp);
        settle();
      };
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['aria-busy'],
      });
    });
  }

  /** Resolves right after the next frame was painted, with when that was. */
  function painted(): Promise<number> {
    return new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve(performance.now());
        };
        port2.postMessage(null);
      });
    });
  }

  function act(element: HTMLElement, value: string | null): void {
    if (value === null) {
      element.click();
      return;
    }
    const isChoice = element instanceof HTMLSelectElement;
    const prototype = isChoice ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    // Past React's own setter on the element, by which it would take the change for its own.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
    // React has taken the value by then.
    if (value.endsWith('\n')) queueMicrotask(() => element.closest('form')?.requestSubmit());
  }

  const firstView = watch('the first view', () => {
    const shown = [rows()[0], ...(selectors.totals === null ? [] : [totals()[0]])];
    return shown.every((part) => part !== undefined && !isBusy(part));
  }).then(painted);

  async function step(element: HTMLElement, value: string | null, changesTotals: boolean) {
    const idsBefore = idsOf(rows());
    const seen = { rowsBusy: false, totalsBusy: false };
    let rowsPainted: Promise<number> | undefined;
    const startedAt = performance.now();
    const ended = watch('what was asked for', () => {
      const shown = rows();
      const areRowsBusy = isBusy(shown[0]);
      seen.rowsBusy ||= areRowsBusy;
      seen.totalsBusy ||= totals().some(isBusy);
      // Another filter may let the same first rows through: then they were at least marked as old in between.
      const areRowsNew = shown.length > 0 && !areRowsBusy && (seen.rowsBusy || idsOf(shown) !== idsBefore);
      if (areRowsNew) rowsPainted ??= painted();
      const areTotalsNew = !changesTotals || seen.totalsBusy;
      return !!rowsPainted && areTotalsNew && !document.querySelector('#main [aria-busy=true]');
    }).then(painted);
    act(element, value);
    const endedAt = await ended;
    const rowsAt = (await rowsPainted) ?? Number.NaN;
    return {
      pauseMs: lastAddressAt >= startedAt ? lastAddressAt - startedAt : 0,
      paintedMs: (changesTotals ? Math.max(rowsAt, endedAt) : rowsAt) - startedAt,
    };
  }

  window.screenClock = { firstView, step };
}
