import { PAGE_THEME_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import { AXE, atRest, axeOptions, overflowPx, violations } from '../looks/axe.ts';
import { type Look, looksOf } from '../portal-states/state-looks.ts';
import { DESK_PX, expect } from './engine-test.ts';
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
    await draw(visitor, theme);
    await driver.evaluate(atRest);
    const found = await driver.evaluate(violations, axeOptions(rules));
    const px = await driver.evaluate(overflowPx);
    if (px > 0) found.push(`the page is ${px} px wider than its window`);
    expect.soft(found, `${state}, ${width} px, ${theme}`).toEqual([]);
  }
  await visitor.resize(DESK_PX);
}

/** Draws the page in a theme, as the choice in the account does. That choice cannot be reached behind a dialog. */
async function draw({ driver }: Visitor, theme: Look['theme']): Promise<void> {
  await driver.evaluate(
    (attribute, isDark) => {
      if (isDark) document.documentElement.setAttribute(attribute, 'dark');
      else document.documentElement.removeAttribute(attribute);
    },
    PAGE_THEME_ATTRIBUTE,
    theme === 'dark',
  );
}
