import { findJourneyBrowser } from '../../machine/find-browser.ts';
import { runPlaywright } from '../run-playwright.ts';
import type { TestSite } from '../test-site.ts';
import type { StageResult } from './stage.ts';

/**
 * Journeys in a real browser against the composed production build.
 * @param chosen arguments of Playwright that select journeys. Default: all.
 */
export function e2eStage(site: TestSite, chosen: readonly string[] = []): Promise<StageResult> {
  const browser = findJourneyBrowser(process.env);
  return runPlaywright(site, {
    name: 'journeys',
    args: chosen,
    browsers: { CHROMIUM_PATH: browser ?? '' },
    missing: browser === null ? ['chromium'] : [],
  });
}
