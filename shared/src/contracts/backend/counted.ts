import type { RemoteCounts } from '../remote/remote-counts.ts';

/**
 * What is counted of visits, for `private.add_site_counts`: the host's own counts, then those of remotes. A test of the
 * database compares the list.
 */
export const COUNTED = [
  'visit',
  'view',
  'form-opened',
  'form-begun',
  'form-sent',
  'demo-booked',
  'prices-seen',
] as const satisfies readonly ('visit' | 'view' | keyof RemoteCounts)[];
export type Counted = (typeof COUNTED)[number];

export function isCounted(action: string): action is Counted {
  return (COUNTED as readonly string[]).includes(action);
}
