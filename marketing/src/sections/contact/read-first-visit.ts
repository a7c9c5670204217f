import { FIRST_VISIT_KEY, type FirstVisit } from '../../first-visit.ts';

const UNKNOWN: FirstVisit = { utm: {}, referrer: '' };

/** The recorded visit. Unknown if there is none or it is invalid. */
export function readFirstVisit(storage: Pick<Storage, 'getItem'>): FirstVisit {
  try {
    const stored: unknown = JSON.parse(storage.getItem(FIRST_VISIT_KEY) ?? 'null');
    return isFirstVisit(stored) ? stored : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

function isFirstVisit(value: unknown): value is FirstVisit {
  if (typeof value !== 'object' || value === null) return false;
  const { utm, referrer } = value as Partial<FirstVisit>;
  return (
    typeof referrer === 'string' &&
    typeof utm === 'object' &&
    utm !== null &&
    Object.values(utm).every((part) => typeof part === 'string')
  );
}
