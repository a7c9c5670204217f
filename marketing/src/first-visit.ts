import { originAndPath } from '@corvane/shared/lib/origin-and-path';

export const FIRST_VISIT_KEY = 'marketing:first-visit';

/** Longest value kept of one campaign parameter, and of the referrer; the server refuses longer ones. */
const UTM_MAX = 200;
const REFERRER_MAX = 2000;

/** The visitor's origin when they first opened the site in this tab. */
export interface FirstVisit {
  /** Campaign parameters without their `utm_`. */
  utm: Record<string, string>;
  /** Origin and path of the page that led here, '' when unknown. */
  referrer: string;
}

/** Keeps the first visit of this tab; later pages change nothing. */
export function recordFirstVisit(): void {
  try {
    if (sessionStorage.getItem(FIRST_VISIT_KEY) !== null) return;
    const visit = firstVisitFrom(location.search, document.referrer);
    sessionStorage.setItem(FIRST_VISIT_KEY, JSON.stringify(visit));
  } catch {
    // Storage can be switched off; a request is worth more than knowing its campaign.
  }
}

/** Only the five known parameters are taken, so that a link cannot fill the request with its own. */
export function firstVisitFrom(search: string, referrer: string): FirstVisit {
  const query = new URLSearchParams(search);
  const utm: Record<string, string> = {};
  for (const name of ['source', 'medium', 'campaign', 'term', 'content']) {
    const value = query.get(`utm_${name}`)?.trim();
    if (value) utm[name] = value.slice(0, UTM_MAX);
  }
  return { utm, referrer: originAndPath(referrer).slice(0, REFERRER_MAX) };
}
