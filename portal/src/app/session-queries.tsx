import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHostServices } from './host-services-context.tsx';
import { queryClientForSession } from './session-query-client.ts';

/**
 * Gives a part of the page the session's cache. Each part that loads later brings it along, so the page's first view
 * needs no code for queries.
 */
export function SessionQueries({ children }: { children: ReactNode }) {
  const { session } = useHostServices();
  if (session.status !== 'rep') return null;
  return (
    <QueryClientProvider client={queryClientForSession(session.sessionId)}>{children}</QueryClientProvider>
  );
}
