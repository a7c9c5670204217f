import type { ReactNode } from 'react';

/** The shape of the label that says why prices are visible. */
export function AccessPill({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-h-9 items-center gap-2 rounded-full bg-teal-soft px-2.5 py-1 text-sm leading-tight font-medium whitespace-nowrap text-teal lg:px-3">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current max-[26rem]:hidden" />
      <span>{children}</span>
    </span>
  );
}
