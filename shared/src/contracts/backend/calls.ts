import { z } from '../../lib/zod.ts';
import { contactResponseSchema, submitContactRequestSchema } from './contact/contact.ts';
import { CONTACT_FORM_POST, CONTACT_MAX_BODY_BYTES } from './contact/contact-form.ts';
import {
  changeContactRequestRequestSchema,
  changeContactRequestResponseSchema,
  changeContactRequestsRequestSchema,
  changeContactRequestsResponseSchema,
} from './contact/contact-request-change.ts';
import {
  assignedContactRequestsSchema,
  contactRequestChoicesSchema,
  contactRequestsFilterSchema,
  contactRequestsPageSchema,
  repsForAssignmentSchema,
} from './contact/contact-request-list.ts';
import {
  customerNoteSchema,
  editCustomerRequestSchema,
  editCustomerResponseSchema,
} from './customers/customer-edit.ts';
import { scopedCustomersFilterSchema, scopedCustomersPageSchema } from './customers/customer-list.ts';
import { customerTimelineSchema } from './customers/customer-timeline.ts';
import { customerOpeningsSchema, customersPageSchema } from './customers/customers.ts';
import {
  accessRequestSchema,
  extendAccessRequestSchema,
  extendAccessResponseSchema,
  issueAccessLinkRequestSchema,
  issueAccessLinkResponseSchema,
  revokeAccessResponseSchema,
  sendVerificationRequestSchema,
  sendVerificationResponseSchema,
} from './customers/qualification.ts';
import { auditPeopleSchema, auditTrailFilterSchema, auditTrailPageSchema } from './operations/audit-trail.ts';
import { exportedPageSchema, exportListRequestSchema } from './operations/export-list.ts';
import {
  checkManagerCodeRequestSchema,
  checkManagerCodeResponseSchema,
  managerAccessSchema,
  sendManagerCodeRequestSchema,
  sendManagerCodeResponseSchema,
} from './operations/manager-access.ts';
import { linksEndingPageSchema, operationsTodaySchema } from './operations/operations-today.ts';
import { releaseFiguresSchema } from './operations/release-figures.ts';
import { upkeepSchema } from './operations/upkeep.ts';
import {
  foundPeopleSchema,
  mentionedPersonSchema,
  openedPersonSchema,
  readPeopleRequestSchema,
  toldRetentionSchema,
} from './people/people.ts';
import {
  changePersonRequestSchema,
  correctedPersonSchema,
  erasedPersonSchema,
  exportedPersonSchema,
  withdrawnConsentSchema,
} from './people/person-change.ts';
import {
  changePriceRequestSchema,
  changePriceResponseSchema,
  managedPricesSchema,
} from './prices/price-management.ts';
import { planPricesSchema } from './prices/pricing.ts';
import { makeQuoteRequestSchema, quoteSchema } from './prices/quote.ts';
import { reportSetupRequestSchema, reportSetupResponseSchema } from './report-setup.ts';
import {
  handOverRequestSchema,
  handOverResponseSchema,
  handoverChoicesSchema,
  handoversSchema,
} from './representatives/handover.ts';
import {
  endOwnSessionsRequestSchema,
  endOwnSessionsResponseSchema,
  repSessionsSchema,
  repSettingsSchema,
  saveRepSettingsSchema,
} from './representatives/rep-account.ts';
import { changeRepRequestSchema, changeRepResponseSchema } from './representatives/rep-change.ts';
import { managedSessionsSchema, repsFilterSchema, repsPageSchema } from './representatives/rep-list.ts';
import { repTodaySchema } from './representatives/rep-today.ts';
import {
  changeCommissionRateRequestSchema,
  changeCommissionRateResponseSchema,
  commissionRatesSchema,
} from './sales/commission-rates.ts';
import {
  productDescriptionSchema,
  productFeaturesSchema,
  saleExplanationSchema,
} from './sales/sale-explanation.ts';
import { salesDashboardSchema } from './sales/sales-dashboard.ts';
import {
  importSalesRequestSchema,
  importSalesResponseSchema,
  salesImportsSchema,
} from './sales/sales-import.ts';
import { salesRankingSchema } from './sales/sales-ranking.ts';
import { scopedSalesFilterSchema } from './sales/sales-scope.ts';
import { salesTablePageSchema } from './sales/sales-table.ts';
import {
  changeTargetsRequestSchema,
  changeTargetsResponseSchema,
  salesTargetsSchema,
} from './sales/sales-targets.ts';
import {
  emptyRequestSchema,
  sessionGrantSchema,
  signedOutSchema,
  signInCustomerRequestSchema,
  signInRepRequestSchema,
} from './sign-in/auth.ts';
import { siteEventsRequestSchema } from './site-events.ts';
import {
  changeStatementsRequestSchema,
  changeStatementsResponseSchema,
  questionStatementRequestSchema,
  questionStatementResponseSchema,
} from './statements/statement-change.ts';
import { monthStatementsSchema, ownStatementsSchema, statementPageSchema } from './statements/statements.ts';

/*
 * The list of calls. The function, both edges, the tests of rights, the page backend-calls.md and the client's types are
 * made from it. It imports every schema, so a page imports its types alone.
 */

/**
 * Who may get an answer. The database or the function refuses everyone else.
 * - `manager`: a representative with this role, in a session that entered the mailed code.
 * - `operator`: who has a secret key of the project. These calls do not pass the edge.
 */
type Caller = 'anon' | 'customer' | 'representative' | 'manager' | 'operator';

export interface Call {
  /** `procedure`: POST /rest/v1/rpc/<name>. `function`: POST /functions/v1/<name>. */
  kind: 'procedure' | 'function';
  callers: readonly Caller[];
  /**
   * Of a function: its body. Of a procedure: its argument `filter`, or null without one. Names and types of all other
   * arguments are the catalog's, and PostgREST refuses the rest.
   */
  request: z.ZodMiniType | null;
  answer: z.ZodMiniType;
  /**
   * How often one network may call. See nginx/limits.conf.
   * - `credentials`: calls that try a sales ID, an access token or a code.
   * - `api`: all others.
   */
  rateLimit: 'credentials' | 'api';
  /** A larger body is refused with 413. */
  maxBodyBytes: number;
  /**
   * A browser without scripts may send a form instead, from a page of this site. Where it is led when the form is
   * refused. null: the call takes no form.
   */
  formRefusedPath: string | null;
  /** What a visitor wrote must arrive, even if another person signs in meanwhile. `Api` has its callers say so. */
  outlivesSession: boolean;
}

const KIB = 1024;
const EVERYONE = ['anon', 'customer', 'representative'] as const;
const REPRESENTATIVES = ['representative'] as const;
const MANAGERS = ['manager'] as const;

function procedure<Answer extends z.ZodMiniType, Filter extends z.ZodMiniType | null = null>(
  callers: readonly Caller[],
  answer: Answer,
  filter?: Filter,
) {
  return {
    kind: 'procedure' as const,
    callers,
    request: (filter ?? null) as Filter,
    answer,
    rateLimit: 'api',
    // PostgreSQL answers brackets nested 10,000 deep with its own error, which is a 500.
    maxBodyBytes: 8 * KIB,
    formRefusedPath: null,
    outlivesSession: false,
  } satisfies Call;
}

function handled<
  const Callers extends readonly Caller[],
  Request extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  const Options extends Partial<Omit<Call, 'kind' | 'callers' | 'request' | 'answer'>> = object,
>(callers: Callers, request: Request, answer: Answer, options?: Options) {
  return {
    kind: 'function' as const,
    callers,
    request,
    answer,
    rateLimit: 'api' as Call['rateLimit'],
    maxBodyBytes: 32 * KIB,
    formRefusedPath: null as string | null,
    outlivesSession: false as boolean,
    ...(options as Options),
  } satisfies Call;
}

/** Of the specification's own procedures. No page of ours calls them. */
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const CREDENTIALS = { rateLimit: 'credentials' } as const;

export const CALLS = {
  get_plan_prices: procedure(EVERYONE, planPricesSchema),
  get_product_description: procedure(EVERYONE, productDescriptionSchema),
  get_product_features: procedure(EVERYONE, productFeaturesSchema),
  get_lead_by_id: procedure(['customer', 'representative'], rowsSchema),
  get_sales_representative: procedure(REPRESENTATIVES, rowsSchema),
  get_sales_sessions: procedure(REPRESENTATIVES, repSessionsSchema),
  get_sales_records_by_rep: procedure(REPRESENTATIVES, rowsSchema),
  get_sales_dashboard: procedure(REPRESENTATIVES, salesDashboardSchema, scopedSalesFilterSchema),
  get_sales_table: procedure(REPRESENTATIVES, salesTablePageSchema, scopedSalesFilterSchema),
  get_sale_explanation: procedure(REPRESENTATIVES, saleExplanationSchema),
  get_own_statements: procedure(REPRESENTATIVES, ownStatementsSchema),
  get_statement: procedure(REPRESENTATIVES, statementPageSchema),
  get_rep_today: procedure(REPRESENTATIVES, repTodaySchema),
  get_customers: procedure(
    REPRESENTATIVES,
    z.union([scopedCustomersPageSchema, customersPageSchema]),
    scopedCustomersFilterSchema,
  ),
  get_customer_openings: procedure(REPRESENTATIVES, customerOpeningsSchema),
  get_customer_timeline: procedure(REPRESENTATIVES, customerTimelineSchema),
  get_customer_note: procedure(REPRESENTATIVES, customerNoteSchema),
  // null for a customer.
  get_rep_settings: procedure(REPRESENTATIVES, z.nullable(repSettingsSchema)),
  get_manager_access: procedure(REPRESENTATIVES, z.nullable(managerAccessSchema)),
  get_assigned_contact_requests: procedure(REPRESENTATIVES, assignedContactRequestsSchema),
  get_contact_requests: procedure(MANAGERS, contactRequestsPageSchema, contactRequestsFilterSchema),
  get_contact_request_choices: procedure(MANAGERS, contactRequestChoicesSchema),
  get_reps_for_assignment: procedure(MANAGERS, repsForAssignmentSchema),
  get_audit_trail: procedure(MANAGERS, auditTrailPageSchema, auditTrailFilterSchema),
  get_audit_people: procedure(MANAGERS, auditPeopleSchema),
  get_operations_today: procedure(MANAGERS, operationsTodaySchema),
  get_links_ending_today: procedure(MANAGERS, linksEndingPageSchema),
  get_release_figures: procedure(MANAGERS, releaseFiguresSchema),
  get_upkeep: procedure(MANAGERS, upkeepSchema),
  get_sales_ranking: procedure(MANAGERS, salesRankingSchema, scopedSalesFilterSchema),
  get_sales_targets: procedure(MANAGERS, salesTargetsSchema),
  get_commission_rates: procedure(MANAGERS, commissionRatesSchema),
  get_statements: procedure(MANAGERS, monthStatementsSchema),
  get_reps: procedure(MANAGERS, repsPageSchema, repsFilterSchema),
  get_rep_sessions: procedure(MANAGERS, managedSessionsSchema),
  get_handover_choices: procedure(MANAGERS, handoverChoicesSchema),
  get_handovers: procedure(MANAGERS, handoversSchema),
  get_sales_imports: procedure(MANAGERS, salesImportsSchema),
  get_prices: procedure(MANAGERS, managedPricesSchema),
  get_plan_prices_at: procedure(MANAGERS, planPricesSchema),

  'sign-in-rep': handled(EVERYONE, signInRepRequestSchema, sessionGrantSchema, CREDENTIALS),
  'sign-in-customer': handled(EVERYONE, signInCustomerRequestSchema, sessionGrantSchema, CREDENTIALS),
  'renew-session': handled(EVERYONE, emptyRequestSchema, sessionGrantSchema),
  'sign-out': handled(EVERYONE, emptyRequestSchema, signedOutSchema),
  'report-setup': handled(EVERYONE, reportSetupRequestSchema, reportSetupResponseSchema),
  'submit-contact': handled(EVERYONE, submitContactRequestSchema, contactResponseSchema, {
    maxBodyBytes: CONTACT_MAX_BODY_BYTES,
    formRefusedPath: CONTACT_FORM_POST.notSentPath,
    outlivesSession: true,
  }),
  // Above the longest valid batch: the most errors that one may hold, and failures with the longest names.
  'record-site-events': handled(EVERYONE, siteEventsRequestSchema, z.null(), { maxBodyBytes: 16 * KIB }),

  'make-quote': handled(['customer'], makeQuoteRequestSchema, quoteSchema),

  'send-verification': handled(
    REPRESENTATIVES,
    sendVerificationRequestSchema,
    sendVerificationResponseSchema,
    CREDENTIALS,
  ),
  'issue-access-link': handled(
    REPRESENTATIVES,
    issueAccessLinkRequestSchema,
    issueAccessLinkResponseSchema,
    CREDENTIALS,
  ),
  'revoke-access': handled(REPRESENTATIVES, accessRequestSchema, revokeAccessResponseSchema),
  'extend-access': handled(REPRESENTATIVES, extendAccessRequestSchema, extendAccessResponseSchema),
  'edit-customer': handled(REPRESENTATIVES, editCustomerRequestSchema, editCustomerResponseSchema),
  'end-own-sessions': handled(REPRESENTATIVES, endOwnSessionsRequestSchema, endOwnSessionsResponseSchema),
  'save-rep-settings': handled(REPRESENTATIVES, saveRepSettingsSchema, repSettingsSchema),
  'question-statement': handled(
    REPRESENTATIVES,
    questionStatementRequestSchema,
    questionStatementResponseSchema,
  ),
  'send-manager-code': handled(
    REPRESENTATIVES,
    sendManagerCodeRequestSchema,
    sendManagerCodeResponseSchema,
    CREDENTIALS,
  ),
  'check-manager-code': handled(
    REPRESENTATIVES,
    checkManagerCodeRequestSchema,
    checkManagerCodeResponseSchema,
    CREDENTIALS,
  ),
  'change-contact-request': handled(
    REPRESENTATIVES,
    changeContactRequestRequestSchema,
    changeContactRequestResponseSchema,
  ),
  'change-contact-requests': handled(
    MANAGERS,
    changeContactRequestsRequestSchema,
    changeContactRequestsResponseSchema,
  ),
  'change-representative': handled(MANAGERS, changeRepRequestSchema, changeRepResponseSchema),
  'hand-over-customers': handled(MANAGERS, handOverRequestSchema, handOverResponseSchema),
  'change-statements': handled(MANAGERS, changeStatementsRequestSchema, changeStatementsResponseSchema),
  'import-sales': handled(MANAGERS, importSalesRequestSchema, importSalesResponseSchema, {
    maxBodyBytes: 128 * KIB,
  }),
  'change-targets': handled(MANAGERS, changeTargetsRequestSchema, changeTargetsResponseSchema),
  'change-commission-rate': handled(
    MANAGERS,
    changeCommissionRateRequestSchema,
    changeCommissionRateResponseSchema,
  ),
  'change-price': handled(MANAGERS, changePriceRequestSchema, changePriceResponseSchema),
  'read-people': handled(
    MANAGERS,
    readPeopleRequestSchema,
    z.union([openedPersonSchema, mentionedPersonSchema, foundPeopleSchema, toldRetentionSchema]),
  ),
  'change-person': handled(
    MANAGERS,
    changePersonRequestSchema,
    z.union([exportedPersonSchema, correctedPersonSchema, withdrawnConsentSchema, erasedPersonSchema]),
  ),
  'export-list': handled(MANAGERS, exportListRequestSchema, exportedPageSchema),

  // Mails the team about a saved request. Without an id: the next mails that wait, for a timer. A second call sends
  // nothing again.
  'send-contact-notification': handled(
    ['operator'],
    z.strictObject({ submission_id: z.optional(z.uuid()) }),
    z.union([
      z.object({ contactRequestId: z.uuid(), notified: z.boolean() }),
      /** Numbers of mails. */
      z.object({ sent: z.int(), failed: z.int() }),
    ]),
  ),
} satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
export type FunctionName = {
  [Name in CallName]: (typeof CALLS)[Name]['kind'] extends 'function' ? Name : never;
}[CallName];

export interface NamedCall extends Call {
  name: CallName;
}

export const FUNCTION_NAMES = Object.entries<Call>(CALLS)
  .filter(([, { kind }]) => kind === 'function')
  .map(([name]) => name as FunctionName);

/** Every call that a browser may send through the edge. Both edges answer 404 to any other path of the API. */
export const BROWSER_CALLS: readonly NamedCall[] = Object.entries<Call>(CALLS)
  .filter(([, { callers }]) => !callers.includes('operator'))
  .map(([name, call]) => ({ ...call, name: name as CallName }));

/** Media type of a form that a browser sends without scripts. */
export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';

const ROOTS = { procedure: '/rest/v1/rpc/', function: '/functions/v1/' } as const;

/** The only path of a call, as browsers write it. */
export function pathOf(name: CallName): string {
  return ROOTS[CALLS[name].kind] + name;
}

/** Where Supabase has the call: all functions of ours are one, `api`. */
export function backendPathOf(name: CallName): string {
  return CALLS[name].kind === 'function' ? `/functions/v1/api/${name}` : pathOf(name);
}
