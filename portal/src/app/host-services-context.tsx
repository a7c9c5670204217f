import type { Api } from '@corvane/shared/contracts/backend/ask';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { SalesRep, Session } from '@corvane/shared/contracts/remote/session';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { learningTime } from '../lib/server-clock.ts';

/** Pages make only the calls of the list. */
interface PageServices extends Omit<HostServices, 'api'> {
  api: Api;
}

const HostServicesContext = createContext<PageServices | null>(null);

/** Gives every part of the page the host's services, without passing them through each level. */
export function HostServicesProvider({ host, children }: { host: HostServices; children: ReactNode }) {
  const { api } = host;
  const learning = useMemo(() => learningTime(api), [api]);
  const services = useMemo(() => ({ ...host, api: learning }), [host, learning]);
  return <HostServicesContext value={services}>{children}</HostServicesContext>;
}

export function useHostServices(): PageServices {
  const host = useContext(HostServicesContext);
  if (host === null) throw new Error('useHostServices needs a <HostServicesProvider> above it');
  return host;
}

/** The session of who is signed in. Only parts that are drawn for a representative may ask. */
export function useRepSession(): Extract<Session, { status: 'rep' }> {
  const { session } = useHostServices();
  if (session.status !== 'rep') throw new Error('useRepSession needs the session of a representative');
  return session;
}

export const useRep = (): SalesRep => useRepSession().rep;
