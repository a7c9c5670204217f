import type { Session } from '@corvane/shared/contracts/remote/session';

/** Tells a signed-in person why prices are visible; nothing for everyone else. */
export function AccessLabel({ session }: { session: Session }) {
  const label = accessLabel(session);
  if (label === null) return null;
  return (
    <span className="inline-flex items-center gap-2 rounded-full bg-teal-soft px-2.5 py-1.5 text-sm leading-none font-semibold whitespace-nowrap text-teal lg:px-3">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {label}
    </span>
  );
}

/** @example accessLabel({ status: 'anonymous' }) // null */
export function accessLabel({ status }: Session): 'Demo Mode' | 'Premium Access' | null {
  if (status === 'rep') return 'Demo Mode';
  return status === 'customer' ? 'Premium Access' : null;
}
