import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/** The package's minified file. Every checked page loads it, and it is less than half as long. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about color. A theme changes colors alone, so all other rules find the same in both themes. */
export const RULES_OF_THEMES = ['color-contrast', 'link-in-text-block'];

export interface AccessibilityOptions {
  /** Rules that cannot hold. */
  without?: readonly string[];
  /** Only these rules. The default is all of WCAG and the best practices. */
  only?: readonly string[];
}

export function axeOptions({ without = [], only }: AccessibilityOptions): RunOptions {
  return {
    ...(only === undefined
      ? {
          runOnly: { type: 'tag', values: WCAG },
          rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        }
      : { runOnly: { type: 'rule', values: only.filter((rule) => !without.includes(rule)) } }),
    resultTypes: ['violations'],
    // The stylesheets' text is for a rule that is off by default. Axe would fetch and parse it on each run.
    preload: false,
  };
}

/** Runs in a page that has axe. @returns a line for each violated rule, with its elements */
export async function violations(options: RunOptions): Promise<string[]> {
  const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Runs in a page: waits until the color transition between the themes has ended. */
export async function atRest(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Listeners to the window or the system's theme run in the next frame.
  await frame();
  await frame();
  // Not by `finished`: Chromium does not always settle it for a transition outside the visible part of a dialog.
  const isEnding = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  while (document.getAnimations().some(isEnding)) await frame();
}

/** Runs in a page. @returns by how many pixels the page is wider than its window */
export function overflowPx(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Runs in a page: lays out all of it, as after scrolling through it. Estimated heights would mislead axe. */
export function layOutWholePage(): void {
  delete document.documentElement.dataset.layout;
}
