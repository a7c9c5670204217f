import type { SessionStore } from '../session/session-store.ts';
import { SessionProvider } from '../session/use-session.ts';
import { type PageContextValue, PageProvider } from './page-context.ts';
import { Shell } from './shell.tsx';

interface AppProps {
  page: PageContextValue;
  session: SessionStore;
}

/** The whole site below a router: the same tree at release time and in the browser. */
export function App({ page, session }: AppProps) {
  return (
    <PageProvider value={page}>
      <SessionProvider value={session}>
        <Shell />
      </SessionProvider>
    </PageProvider>
  );
}
