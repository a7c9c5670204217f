import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useHostServices } from './host-services-context.tsx';
import { queryClientForSession } from './session-query-client.ts';

/** Gives a part the session's cache. Parts that load later bring it, so the first view needs no code for it. */
export function SessionQueries({ children }: { children: ReactNode }) {
  const { session } = useHostServices();
  if (session.status !== 'rep') return null;
  return (
    <QueryClientProvider client={queryClientForSession(session.sessionId)}>{children}</QueryClientProvider>
  );
}

/** The same part, which brings that cache. */
export function withQueries<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props) {
    return (
      <SessionQueries>
        <Part {...props} />
      </SessionQueries>
    );
  };
}
