import type { AddressChange } from '../../lib/search-with.ts';

const PARAMETER = 'waiting';
/** The lists that this tab shows itself, because no other tab has them. */
const TODAY_LISTS = ['links', 'mails', 'releases'] as const;
type TodayList = (typeof TODAY_LISTS)[number];

/** The list in an address. null for none. */
export function todayListOf(search: string): TodayList | null {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return TODAY_LISTS.find((list) => list === asked) ?? null;
}

export function todayListChange(list: TodayList | null): AddressChange {
  return { [PARAMETER]: list };
}
