import './styles.css';
import type { RemoteModule } from '@corvane/shared/contracts/remote/remote';
import { rememberSession } from './app/session-memory.ts';
import { EARLY_TABS, hasEarlyCalls } from './routes/sales-portal/portal-tab.ts';

const PORTAL_PATH = '/sales-portal';
const loadPrefetch = () => import('./routes/sales-portal/prefetch-calls.ts');
const loadTabs = () => import('./routes/sales-portal/portal-tabs.tsx');

// The code arrives while the server confirms the session. Prerendering has no address.
const { pathname = '', search = '' } = globalThis.location ?? {};
if (pathname.endsWith(PORTAL_PATH) && hasEarlyCalls(search)) {
  loadPrefetch().catch(() => {});
  loadTabs().catch(() => {});
}

const remote: RemoteModule = {
  // Not CONTRACT_VERSION: this number says which contract the code was written for, not which one the checkout has.
  contractVersion: 1,
  routes: [
    {
      path: PORTAL_PATH,
      access: 'rep',
      meta: {
        title: 'Sales Portal',
        description: 'Qualify customers and follow sales and commissions.',
        noIndex: true,
      },
      load: () => import('./routes/sales-portal/sales-portal-page.tsx'),
      loadFor: Object.fromEntries(EARLY_TABS.map((tab) => [`tab=${tab}`, loadTabs])),
      begin: async (host) => {
        rememberSession(host.session);
        if (hasEarlyCalls(host.location.search)) (await loadPrefetch()).prefetchCalls(host);
      },
    },
    {
      path: '/sales-portal/operations',
      access: 'rep',
      meta: {
        title: 'Operations',
        description: 'Work through contact requests.',
        noIndex: true,
      },
      load: () => import('./routes/sales-portal/operations/operations-page.tsx'),
      begin: async (host) => {
        rememberSession(host.session);
        (await import('./routes/sales-portal/operations/prefetch-operations.ts')).prefetchOperations(host);
      },
    },
  ],
};

export default remote;
