import type { RemoteCounts } from '../remote/remote-counts.ts';

/** What is counted of visits: the host's counts, then those of remotes. A test compares the database's. */
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
