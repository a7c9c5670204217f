import { withQueries } from '../../app/session-queries.tsx';
import { CommissionsPanel } from '../../features/commissions/commissions-panel.tsx';
import { CustomersPanel } from '../../features/customers/customers-panel.tsx';

/*
 * The tabs that show rows: one file, fetched when the representative reaches for a tab, or at once when
 * the address names one.
 */

export const CommissionsTab = withQueries(CommissionsPanel);
export const CustomersTab = withQueries(CustomersPanel);
