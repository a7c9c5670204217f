import './styles.css';
import type { RemoteModule } from '@corvane/shared/contracts/remote/remote';

const remote: RemoteModule = {
  // Not CONTRACT_VERSION: this number says which contract the code was written for, not which one the checkout has.
  contractVersion: 1,
  routes: [
    {
      path: '/sales-portal',
      access: 'rep',
      meta: {
        title: 'Sales Portal',
        description: 'Qualify customers and follow sales and commissions.',
        noIndex: true,
      },
      load: () => import('./routes/sales-portal/sales-portal-page.tsx'),
      begin: async (host) => (await import('./routes/sales-portal/begin-calls.ts')).beginCalls(host),
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
      begin: async (host) =>
        (await import('./routes/sales-portal/operations/begin-operations.ts')).beginOperations(host),
    },
  ],
};

export default remote;
