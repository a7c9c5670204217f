import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { RunningSite } from '../stack/start-site.ts';
import { captureWebp } from './capture-webp.ts';
import { fileEnd, type Look, openPortalPage } from './screen-portal.ts';
import { tellJourneys } from './tell-journeys.ts';

/** Every state of the sales portal that the journeys know: some hundreds of pictures, to look at and throw away. */
export async function screenStates(
  browser: Browser,
  site: RunningSite,
  target: string,
  looks: readonly Look[],
): Promise<void> {
  await mkdir(target, { recursive: true });
  tellJourneys(site);
  const { PORTAL_STATES, showState } = await import('../../e2e/portal-states/portal-states.ts');

  for (const { width, theme } of looks) {
    for (const [group, states] of Object.entries(PORTAL_STATES)) {
      const page = await openPortalPage(browser, site, { width, theme });
      for (const state of states) {
        await showState(page, state);
        const file = `${state.name.replaceAll(/\W+/g, '-')}-${fileEnd({ width, theme })}`;
        // A dialog belongs to the window, and so does its backdrop.
        const whole = (await page.getByRole('dialog').count()) === 0;
        // Else the header stands in the middle, where the window was.
        if (whole) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
        await captureWebp(page, path.join(target, file), { whole });
      }
      await page.context().close();
      console.log(`${group}: ${states.length} states at ${width} px, ${theme}`);
    }
  }
}
