import type { AddressChange } from '../../lib/search-with.ts';

const PARAMETER = 'waiting';
/** What has its list on this tab, because no other tab lists it. */
export const TODAY_LISTS = ['links', 'mails', 'releases'] as const;
export type TodayList = (typeof TODAY_LISTS)[number];

/** The list that an address asks for; null for none. */
export function todayListOf(search: string): TodayList | null {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return TODAY_LISTS.find((list) => list === asked) ?? null;
}

export function todayListChange(list: TodayList | null): AddressChange {
  return { [PARAMETER]: list };
}
