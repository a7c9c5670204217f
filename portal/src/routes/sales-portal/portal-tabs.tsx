import { withQueries } from '../../app/session-queries.tsx';
import { CommissionsPanel } from '../../features/commissions/commissions-panel.tsx';
import { CustomersPanel } from '../../features/customers/customers-panel.tsx';

export { ShortcutsDialog } from './shortcuts-dialog.tsx';

/*
 * The tabs that show rows, and dialogs: one file, fetched when the representative reaches for a tab, or at once when
 * the address names one.
 */

export const CommissionsTab = withQueries(CommissionsPanel);
export const CustomersTab = withQueries(CustomersPanel);
