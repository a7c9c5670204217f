import { type AddressChange, searchWith } from '../lib/search-with.ts';
import { useHostServices } from './host-services-context.tsx';

interface Address {
  search: string;
  /**
   * Puts parameters into the address; everything else of it stays. A function gets the address as it is now, which may
   * be newer than `search`.
   */
  change(change: AddressChange | ((search: string) => AddressChange), options?: { replace?: boolean }): void;
}

/** What the portal shows is in the address, so that it can be shared, reloaded and gone back from. */
export function useAddress(): Address {
  const { location, navigate } = useHostServices();
  return {
    search: location.search,
    change: (change, { replace = false } = {}) => {
      // The browser's own: of two quick changes, the second comes before the first is drawn, and must not undo it.
      const current = window.location.search;
      const next = searchWith(current, typeof change === 'function' ? change(current) : change);
      if (next === current) return;
      navigate(`${location.pathname}${next}${location.hash}`, { replace, state: location.state });
    },
  };
}
