import { REFERRER_MAX, UTM_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { cutText } from '@corvane/shared/lib/cut-text';
import { originAndPath } from '@corvane/shared/lib/origin-and-path';
import { storageOf } from '@corvane/shared/lib/storage-of';

export const FIRST_VISIT_KEY = 'marketing:first-visit';

/** The visitor's origin when they first opened the site in this tab. */
export interface FirstVisit {
  /** Campaign parameters without their `utm_`. */
  utm: Record<string, string>;
  /** Origin and path of the referring page, '' when unknown. */
  referrer: string;
}

/** Stores the first visit of this tab. Later pages do not change it. */
export function recordFirstVisit(): void {
  try {
    const storage = storageOf('session');
    if (storage.getItem(FIRST_VISIT_KEY) !== null) return;
    const visit = firstVisitFrom(location.search, document.referrer);
    storage.setItem(FIRST_VISIT_KEY, JSON.stringify(visit));
  } catch {
    // Storage may be full. Sending the request matters more than knowing its campaign.
  }
}

/** Takes only the five known parameters: a link cannot add others to the request. */
export function firstVisitFrom(search: string, referrer: string): FirstVisit {
  const query = new URLSearchParams(search);
  const utm: Record<string, string> = {};
  for (const name of ['source', 'medium', 'campaign', 'term', 'content']) {
    const value = query.get(`utm_${name}`)?.trim();
    if (value) utm[name] = cutText(value, UTM_MAX);
  }
  return { utm, referrer: originAndPath(referrer).slice(0, REFERRER_MAX) };
}
