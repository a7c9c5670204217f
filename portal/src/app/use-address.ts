import { type AddressChange, searchWith } from '../lib/search-with.ts';
import { useHostServices } from './host-services-context.tsx';

interface Address {
  search: string;
  /**
   * Puts parameters into the address and keeps the rest of it. A function receives the current query string, which
   * may be newer than `search`.
   */
  change(change: AddressChange | ((search: string) => AddressChange), options?: { replace?: boolean }): void;
}

/** The address contains what the portal shows. People can share it, reload it and go back. */
export function useAddress(): Address {
  const { location, navigate } = useHostServices();
  return {
    search: location.search,
    change: (change, { replace = false } = {}) => {
      // Read from the browser: a quick second change comes before the first is rendered, and must not undo it.
      const current = window.location.search;
      const next = searchWith(current, typeof change === 'function' ? change(current) : change);
      if (next === current) return;
      navigate(`${location.pathname}${next}${location.hash}`, { replace, state: location.state });
    },
  };
}
