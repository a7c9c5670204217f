import { onIntent } from '@corvane/shared/lib/on-intent';

export const loadSalesIdDialog = () => import('./sales-id-dialog.tsx');
export const loadAccessTokenDialog = () => import('./access-token-dialog.tsx');

/** For a button that opens the dialog: its code is requested before the press. */
export const PREPARE_SALES_ID = onIntent(loadSalesIdDialog);
export const PREPARE_ACCESS_TOKEN = onIntent(loadAccessTokenDialog);
