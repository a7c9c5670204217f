import { CONTACT_FORM_POST, CONTACT_MAX_BODY_BYTES } from './contact/contact-form-post.ts';

/**
 * Who may get an answer. The database or the function refuses everyone else. `manager`: a representative with this
 * role, in a session that entered the mailed code.
 */
type ApiCaller = 'anon' | 'customer' | 'representative' | 'manager';

/**
 * How often one network may call. See nginx/limits.conf.
 * - `credentials`: calls that try a sales ID, an access token or a code.
 * - `api`: all others.
 */
type RateLimitClass = 'credentials' | 'api';

export interface ApiCall {
  /** `procedure`: POST /rest/v1/rpc/<name>. `function`: POST /functions/v1/<name>. */
  kind: 'procedure' | 'function';
  name: string;
  method: 'POST';
  /** Media type of the request body, without parameters. */
  contentType: 'application/json';
  /**
   * A browser without scripts may send a form instead, from a page of this site. Where it is led when the form is
   * refused. null: the call takes no form.
   */
  formRefusedPath: string | null;
  /** The edge answers 413 to a larger body. */
  maxBodyBytes: number;
  rateLimit: RateLimitClass;
  callers: readonly ApiCaller[];
}

const EVERYONE: readonly ApiCaller[] = ['anon', 'customer', 'representative'];
const KIB = 1024;

function procedure(name: string, callers: readonly ApiCaller[]): ApiCall {
  return {
    kind: 'procedure',
    name,
    method: 'POST',
    contentType: 'application/json',
    formRefusedPath: null,
    // PostgreSQL answers brackets nested 10,000 deep with its own error, which is a 500.
    maxBodyBytes: 8 * KIB,
    rateLimit: 'api',
    callers,
  };
}

function edgeFunction(
  name: string,
  callers: readonly ApiCaller[],
  {
    rateLimit = 'api',
    maxBodyBytes = 32 * KIB,
    formRefusedPath = null,
  }: Partial<Pick<ApiCall, 'rateLimit' | 'maxBodyBytes' | 'formRefusedPath'>> = {},
): ApiCall {
  return {
    kind: 'function',
    name,
    method: 'POST',
    contentType: 'application/json',
    formRefusedPath,
    maxBodyBytes,
    rateLimit,
    callers,
  };
}

/**
 * Every call that a browser may send through the edge. Both edges answer 404 to any other path below `/rest/v1` and
 * `/functions/v1`. Calls that need the project's secret key are not listed: operators and functions send those to
 * Supabase directly.
 */
export const API_SURFACE: readonly ApiCall[] = [
  procedure('get_plan_prices', EVERYONE),
  procedure('get_product_description', EVERYONE),
  procedure('get_product_features', EVERYONE),
  procedure('get_lead_by_id', ['customer', 'representative']),
  procedure('get_sales_representative', ['representative']),
  procedure('get_sales_sessions', ['representative']),
  procedure('get_sales_records_by_rep', ['representative']),
  procedure('get_sales_dashboard', ['representative']),
  procedure('get_sales_table', ['representative']),
  procedure('get_sale_explanation', ['representative']),
  procedure('get_customers', ['representative']),
  procedure('get_customer_openings', ['representative']),
  procedure('get_customer_timeline', ['representative']),
  procedure('get_customer_note', ['representative']),
  procedure('get_rep_settings', ['representative']),
  procedure('get_manager_access', ['representative']),
  procedure('get_assigned_contact_requests', ['representative']),
  procedure('get_contact_requests', ['manager']),
  procedure('get_contact_request_choices', ['manager']),
  procedure('get_reps_for_assignment', ['manager']),
  procedure('get_audit_trail', ['manager']),
  procedure('get_audit_people', ['manager']),
  procedure('get_operations_today', ['manager']),
  procedure('get_links_ending_today', ['manager']),
  procedure('get_reps', ['manager']),
  procedure('get_rep_sessions', ['manager']),
  procedure('get_handover_choices', ['manager']),
  procedure('get_handovers', ['manager']),
  procedure('get_prices', ['manager']),
  procedure('get_plan_prices_at', ['manager']),

  edgeFunction('sign-in-rep', EVERYONE, { rateLimit: 'credentials' }),
  edgeFunction('sign-in-customer', EVERYONE, { rateLimit: 'credentials' }),
  edgeFunction('send-verification', ['representative'], { rateLimit: 'credentials' }),
  edgeFunction('issue-access-link', ['representative'], { rateLimit: 'credentials' }),
  edgeFunction('renew-session', EVERYONE),
  edgeFunction('sign-out', EVERYONE),
  edgeFunction('revoke-access', ['representative']),
  edgeFunction('extend-access', ['representative']),
  edgeFunction('edit-customer', ['representative']),
  edgeFunction('end-own-sessions', ['representative']),
  edgeFunction('save-rep-settings', ['representative']),
  edgeFunction('send-manager-code', ['representative'], { rateLimit: 'credentials' }),
  edgeFunction('check-manager-code', ['representative'], { rateLimit: 'credentials' }),
  edgeFunction('change-contact-request', ['representative']),
  edgeFunction('change-representative', ['manager']),
  edgeFunction('hand-over-customers', ['manager']),
  edgeFunction('change-price', ['manager']),
  edgeFunction('read-people', ['manager']),
  edgeFunction('change-person', ['manager']),
  edgeFunction('export-list', ['manager']),
  edgeFunction('report-setup', EVERYONE),
  edgeFunction('submit-contact', EVERYONE, {
    maxBodyBytes: CONTACT_MAX_BODY_BYTES,
    formRefusedPath: CONTACT_FORM_POST.notSentPath,
  }),
  edgeFunction('record-site-events', EVERYONE, { maxBodyBytes: 16 * KIB }),
];

const ROOTS = { procedure: '/rest/v1/rpc/', function: '/functions/v1/' } as const;

/** Media type of a form that a browser sends without scripts. */
export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** The only path of a call. */
export function apiPathOf(call: Pick<ApiCall, 'kind' | 'name'>): string {
  return ROOTS[call.kind] + call.name;
}
