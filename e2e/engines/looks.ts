import { AXE, atRest, axeOptions, overflowPx, violations } from '../looks/axe.ts';
import { type Look, looksOf } from '../portal-states/state-looks.ts';
import { DESK_PX, expect } from './engine-test.ts';
import { until } from './until.ts';
import type { Visitor } from './visitor.ts';

/**
 * Expects that axe finds nothing and the page does not scroll sideways: wide and narrow, light and dark. Names the
 * state and the look of each failure, and goes on.
 */
export async function expectAccessibleLooks(visitor: Visitor, state: string): Promise<void> {
  const { driver } = visitor;
  if (!(await driver.evaluate(() => 'axe' in window))) await driver.runScript(AXE);
  let shownPx: number = DESK_PX;
  for (const { width, theme, ...rules } of looksOf({ name: state })) {
    if (width !== shownPx) await visitor.resize(width);
    shownPx = width;
    await choose(visitor, theme);
    await driver.evaluate(atRest);
    const found = await driver.evaluate(violations, axeOptions(rules));
    const px = await driver.evaluate(overflowPx);
    if (px > 0) found.push(`the page is ${px} px wider than its window`);
    expect.soft(found, `${state}, ${width} px, ${theme}`).toEqual([]);
  }
  await visitor.resize(DESK_PX);
}

/** Chooses a theme in the portal. Not with the mouse: an open dialog covers the choice. */
async function choose({ driver }: Visitor, theme: Look['theme']): Promise<void> {
  await driver.evaluate((chosen) => {
    const select = document.querySelector<HTMLSelectElement>('select:has(option[value=system])');
    if (select === null) throw new Error('There is no choice of a theme');
    // React reads the element's own value, so the change goes past React's setter.
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, chosen);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, theme);
  await until(`the theme ${theme}`, () =>
    driver.evaluate(
      (chosen) =>
        document.querySelectorAll('html[data-page-theme=dark]').length === (chosen === 'dark' ? 1 : 0),
      theme,
    ),
  );
}
