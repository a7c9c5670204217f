import type { Api } from '@corvane/shared/contracts/backend/ask';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { createContext, type ReactNode, useContext } from 'react';

/** Pages make only the calls of the list. */
interface PageServices extends Omit<HostServices, 'api'> {
  api: Api;
}

const HostServicesContext = createContext<PageServices | null>(null);

/** Gives every part of the page the host's services, without passing them through each level. */
export function HostServicesProvider({ host, children }: { host: HostServices; children: ReactNode }) {
  return <HostServicesContext value={host}>{children}</HostServicesContext>;
}

export function useHostServices(): PageServices {
  const host = useContext(HostServicesContext);
  if (host === null) throw new Error('useHostServices needs a <HostServicesProvider> above it');
  return host;
}
