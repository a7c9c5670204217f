import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { RemoteCounts } from '@corvane/shared/contracts/remote/remote-counts';
import { createContext, use } from 'react';

const HostContext = createContext<HostServices | null>(null);

export const HostProvider = HostContext.Provider;

/** The host's services for any section of the page. @throws outside a `MarketingPage`. */
export function useHost(): HostServices {
  const host = use(HostContext);
  if (host === null) throw new Error('useHost must be used within a MarketingPage');
  return host;
}

/** Has the host count something of this page. It says nothing about the visitor. */
export function count(track: HostServices['track'], what: keyof RemoteCounts): void {
  track({ action: what, category: 'count', label: '' });
}
