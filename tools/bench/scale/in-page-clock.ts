import type { Locator, Page } from '@playwright/test';

/** Milliseconds from the start of the navigation to the paint that first shows each part. NaN for one not awaited. */
export interface FirstView {
  rowsMs: number;
  cardsMs: number;
  chartsMs: number;
}

/** What a first view ends with: rows alone, or 'My Commissions' with its cards and charts. */
type Screen = 'list' | 'sales';

/** The effect of a step: another filter changes the totals too, another order or page only the rows. */
export type StepScope = 'rows' | 'rows and totals';

/** Milliseconds from the press, or from the typing. */
export interface StepTimes {
  /** To the change of the address, which for typing is after its pause. Null when the address stayed. */
  addressMs: number | null;
  /** To the paint that shows the new rows as the current ones. */
  rowsMs: number;
  /** To the paint in which the totals are those of the rows as well. With `rows`, the same as `rowsMs`. */
  allMs: number;
}

interface ScreenClock {
  firstView: Promise<FirstView>;
  step(element: HTMLElement, value: string | null, scope: StepScope): Promise<StepTimes>;
}

declare global {
  interface Window {
    screenClock: ScreenClock;
  }
}

/** Finds the rows of a list of the portal. */
const LIST_ROWS = '#main tr[data-row-id]';

/**
 * Puts the clock into every page that is opened from now on.
 * @param rows CSS selector of what counts as rows
 */
export async function addClock(page: Page, screen: Screen, rows = LIST_ROWS): Promise<void> {
  await page.addInitScript(installClock, { screen, rowSelector: rows });
}

/** Opens the address again and waits until everything is painted. */
export async function openTimed(page: Page, url: string): Promise<FirstView> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => window.screenClock.firstView);
}

/**
 * Presses an element, or puts a value into it, and waits in the page for the effect.
 * @param value what ends with a line break is sent at once, as with Enter
 */
export function takeStep(element: Locator, value: string | null, scope: StepScope): Promise<StepTimes> {
  return element.evaluate(
    (node, step) => window.screenClock.step(node as HTMLElement, step.value, step.scope),
    { value, scope },
  );
}

/**
 * Runs in the page, before its scripts, so that no measurement includes the way to this process and back. It is
 * sent as text, so it contains everything it needs.
 */
function installClock({ screen, rowSelector }: { screen: Screen; rowSelector: string }): void {
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
  const rows = () => [...document.querySelectorAll<HTMLElement>(rowSelector)];
  const totals = () =>
    [...document.querySelectorAll('#main section > h3')].find(
      ({ textContent }) => textContent === 'Total Sales Value',
    );
  const idsOf = (shown: HTMLElement[]) => shown.map(({ dataset }) => dataset.rowId).join();
  const areTotalsBusy = () =>
    isBusy(totals()) || document.querySelector('#main tfoot[aria-busy=true]') !== null;
  const areChartsDrawn = () => {
    const charts = [...document.querySelectorAll('#main .recharts-responsive-container')];
    // They come together. Each is first drawn at a width that is a guess.
    return (
      charts.length > 0 &&
      charts.every(
        (chart) =>
          chart.querySelector('.recharts-bar-rectangle path') !== null &&
          chart.querySelector('svg')?.clientWidth === chart.clientWidth,
      )
    );
  };

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
        attributeFilter: ['aria-busy', 'width'],
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

  async function firstView(): Promise<FirstView> {
    const parts: { [Part in 'rows' | 'cards' | 'charts']?: Promise<number> } = {};
    await watch('the first view', () => {
      const first = rows()[0];
      const cards = totals();
      if (first !== undefined && !isBusy(first)) parts.rows ??= painted();
      if (cards !== undefined && !isBusy(cards)) parts.cards ??= painted();
      if (areChartsDrawn()) parts.charts ??= painted();
      return Boolean(parts.rows && (screen === 'list' || (parts.cards && parts.charts)));
    });
    const { NaN: none } = Number;
    const [rowsMs = none, cardsMs = none, chartsMs = none] = await Promise.all([
      parts.rows,
      parts.cards,
      parts.charts,
    ]);
    return { rowsMs, cardsMs, chartsMs };
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

  async function step(element: HTMLElement, value: string | null, scope: StepScope): Promise<StepTimes> {
    const idsBefore = idsOf(rows());
    const seen = { rowsBusy: false, totalsBusy: false };
    let rowsPainted: Promise<number> | undefined;
    const startedAt = performance.now();
    const ended = watch('what was asked for', () => {
      const shown = rows();
      const areRowsBusy = isBusy(shown[0]);
      seen.rowsBusy ||= areRowsBusy;
      seen.totalsBusy ||= areTotalsBusy();
      // Another filter may let the same first rows through: then they were at least marked as old in between.
      const areRowsNew = shown.length > 0 && !areRowsBusy && (seen.rowsBusy || idsOf(shown) !== idsBefore);
      if (areRowsNew) rowsPainted ??= painted();
      const areTotalsNew = scope === 'rows' || seen.totalsBusy;
      return !!rowsPainted && areTotalsNew && !document.querySelector('#main [aria-busy=true]');
    }).then(painted);
    act(element, value);
    const endedAt = await ended;
    const rowsAt = (await rowsPainted) ?? Number.NaN;
    return {
      addressMs: lastAddressAt >= startedAt ? lastAddressAt - startedAt : null,
      rowsMs: rowsAt - startedAt,
      allMs: (scope === 'rows' ? rowsAt : Math.max(rowsAt, endedAt)) - startedAt,
    };
  }

  window.screenClock = { firstView: firstView(), step };
}
