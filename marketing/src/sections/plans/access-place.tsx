import { type ComponentType, useEffect, useState } from 'react';
import { useHost } from '../../host-context.tsx';

/** The place of a customer's time, which is fetched for customers alone. */
export function AccessPlace() {
  const { session } = useHost();
  const isCustomer = session.status === 'customer' || 'endedAccess' in session;
  /** Wrapped, because React calls a function that it is given as a state. */
  const [section, setSection] = useState<{ Component: ComponentType } | null>(null);

  useEffect(() => {
    if (!isCustomer) return;
    import('./access-section.tsx').then(
      ({ default: Component }) => setSection({ Component }),
      // The header says the same.
      () => {},
    );
  }, [isCustomer]);
  return isCustomer && section !== null ? <section.Component /> : null;
}
