import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { createContext, type ReactNode, useContext } from 'react';

const HostServicesContext = createContext<HostServices | null>(null);

/** Makes the host's services reachable from every part of the page without passing them through each level. */
export function HostServicesProvider({ host, children }: { host: HostServices; children: ReactNode }) {
  return <HostServicesContext value={host}>{children}</HostServicesContext>;
}

export function useHostServices(): HostServices {
  const host = useContext(HostServicesContext);
  if (host === null) throw new Error('useHostServices needs a <HostServicesProvider> around it');
  return host;
}
