import { z } from '../../../lib/zod.ts';
import {
  contactRequestsDirectionSchema,
  contactRequestsFilterSchema,
  contactRequestsPageSchema,
} from '../contact/contact-request-list.ts';
import { scopedSalesFilterSchema } from '../sales/sales-scope.ts';
import { SALES_SORTS, SORT_DIRECTIONS, salesTablePageSchema } from '../sales/sales-table.ts';
import { monthSchema, statementSchema } from '../statements/statements.ts';
import { auditTrailFilterSchema, auditTrailPageSchema } from './audit-trail.ts';

/** `nextAfter` of the page before. Null for the first page. */
const after = z.nullable(z.string().check(z.minLength(1), z.maxLength(4_000)));

/**
 * `export-list` answers `{page}` with up to 1000 rows, as `get_contact_requests`, `get_sales_table` or `get_audit_trail`
 * write them. Of `statements` it is the whole month. Each page with rows is a line of the audit trail: who exported how
 * many rows, with which filter.
 */
export const exportListRequestSchema = z.discriminatedUnion('list', [
  z.strictObject({
    list: z.literal('contact_requests'),
    filter: contactRequestsFilterSchema,
    direction: contactRequestsDirectionSchema,
    after,
  }),
  z.strictObject({
    list: z.literal('sales'),
    filter: z.required(scopedSalesFilterSchema, { scope: true }),
    sort: z.enum(SALES_SORTS),
    direction: z.enum(SORT_DIRECTIONS),
    after,
  }),
  z.strictObject({ list: z.literal('statements'), filter: z.strictObject({ month: monthSchema }), after }),
  z.strictObject({ list: z.literal('audit_trail'), filter: auditTrailFilterSchema, after }),
]);
export type ExportListRequest = z.infer<typeof exportListRequestSchema>;

/** All statements and drafts of a month. */
export const exportedStatementsSchema = z.object({
  rows: z.array(statementSchema),
  hasMore: z.literal(false),
  nextAfter: z.null(),
});

/** A page as the list's procedure answers it. */
export const exportedPageSchema = z.object({
  page: z.union([
    contactRequestsPageSchema,
    salesTablePageSchema,
    auditTrailPageSchema,
    exportedStatementsSchema,
  ]),
});
