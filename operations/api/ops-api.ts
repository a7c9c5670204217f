import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import { mailboxOf } from '@corvane/shared/contracts/backend/email-address';
import {
  type ListedRep,
  REPS_MAX_PAGE_SIZE,
  type RepsFilter,
  repsPageSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-list';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import {
  MAY_SUCCEED_LATER,
  madeAgain,
  ROLLED_BACK,
} from '../../supabase/functions/api/database/made-again.ts';

/** What a procedure refuses itself, in its own words: PT404 is the status 404. */
const refusalSchema = z.object({ code: z.string().startsWith('PT'), message: z.string() });

const failureSchema = z.object({ code: z.string() });

export interface OpsConnection {
  /** Origin of the project, without a slash at its end. */
  url: string;
  /** Bypasses row-level security. Only for operators. */
  secretKey: string;
  /** Keys the hashes of sales IDs. Needed only where one is made. */
  salesIdPepper?: string | undefined;
  fetch?: typeof fetch;
}

const repSessionSchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  endReason: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type RepSession = z.infer<typeof repSessionSchema>;

const customerSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  qualifiedBy: z.uuid(),
  tokenExpiresAt: z.string().nullable(),
  hasAccessed: z.boolean(),
  revokedAt: z.string().nullable(),
});
type Customer = z.infer<typeof customerSchema>;

/** A call that failed, with its status. 0 when no answer arrived. */
export class OpsCallError extends UserError {
  readonly status: number;
  /** Other calls were in the way. Nothing was written, and the same call may succeed at once. */
  readonly isRolledBack: boolean;
  /** Nothing was written, and the same call may succeed later. */
  readonly maySucceedLater: boolean;

  constructor(message: string, status: number, code = '') {
    super(message);
    this.status = status;
    this.isRolledBack = ROLLED_BACK.includes(code);
    this.maySucceedLater = MAY_SUCCEED_LATER.has(code);
  }

  /** The call may have been executed: the client stopped waiting for the answer. */
  get isWithoutAnswer(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }
}

/** Procedures with a limit of 15 minutes. Any other has at most 60 s. */
const LONG_PROCEDURES = ['commit_sales_import', 'preview_sales_import', 'run_retention'];
/** Longer than the procedure's own limit, so that what is given up here was not written. */
export const procedureTimeoutMs = (name: string) => (LONG_PROCEDURES.includes(name) ? 20 * 60_000 : 75_000);
/** The function sends some mails at once, each within 12 s, after as long a wait for other senders. */
const MAIL_TIMEOUT_MS = 45_000;

/** The calls of the operators' commands, through the same API as all other callers. */
export class OpsApi {
  readonly #connection: OpsConnection;

  constructor(connection: OpsConnection) {
    this.#connection = connection;
  }

  /** All representatives that match a filter, by name. */
  async reps(filter: RepsFilter = {}): Promise<ListedRep[]> {
    const reps: ListedRep[] = [];
    for (let after: string | null = null; ; ) {
      const args = { filter_param: filter, limit_param: REPS_MAX_PAGE_SIZE, after_param: after };
      const page = repsPageSchema.parse(await this.rpc('find_reps', args));
      reps.push(...page.rows);
      after = page.nextAfter;
      if (after === null) return reps;
    }
  }

  /** @throws UserError when no person has that address. */
  async repByEmail(email: string): Promise<ListedRep> {
    const mailbox = mailboxOf(email);
    const rep = (await this.reps({ search: mailbox.slice(0, SEARCH_MAX) })).find(
      (one) => one.email === mailbox,
    );
    if (rep === undefined)
      throw new UserError(`There is no sales representative with the address ${email}. See: ops rep list`);
    return rep;
  }

  /** All customers, by address. The project may cut an answer, so only an empty page is the last one. */
  async customers(): Promise<Customer[]> {
    const customers: Customer[] = [];
    for (;;) {
      const page = await this.rpc('list_customers', { after_param: customers.at(-1)?.email ?? '' });
      const found = z.array(customerSchema).parse(page);
      if (found.length === 0) return customers;
      customers.push(...found);
    }
  }

  /** @throws UserError when no person has that address. */
  async customerByEmail(email: string): Promise<Customer> {
    const found = await this.rpc('list_customers', { email_param: mailboxOf(email) });
    const [customer] = z.array(customerSchema).parse(found);
    if (customer === undefined)
      throw new UserError(`There is no customer with the address ${email}. See: ops customer list`);
    return customer;
  }

  /** The 100 latest sessions of a representative, newest first. */
  async repSessions(repId: string): Promise<RepSession[]> {
    return z
      .array(repSessionSchema)
      .parse(await this.rpc('list_rep_sessions', { sales_rep_id_param: repId }));
  }

  /** Mails the team about a saved request. @returns whether it was mailed. */
  async notifyTeam(id: string): Promise<boolean> {
    const response = await this.#notify({ submission_id: id });
    const answer: unknown = await response.json().catch(() => null);
    return response.ok && z.object({ notified: z.boolean() }).parse(answer).notified;
  }

  /** Tries the next mails again that failed, to the team and to representatives. */
  async sendWaitingMails(): Promise<{ sent: number; failed: number }> {
    const response = await this.#notify({});
    if (!response.ok)
      throw new UserError(`send-contact-notification answered ${response.status}. See: ops doctor`);
    return z.object({ sent: z.number(), failed: z.number() }).parse(await response.json());
  }

  #notify(body: { submission_id?: string }): Promise<Response> {
    return this.#post(backendPathOf('send-contact-notification'), body, MAIL_TIMEOUT_MS);
  }

  #post(path: string, body: object, timeoutMs: number): Promise<Response> {
    const { url, secretKey, fetch: request = fetch } = this.#connection;
    return request(url + path, {
      method: 'POST',
      headers: { apikey: secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : error;
      throw new OpsCallError(`${url} does not answer (${why})`, 0);
    });
  }

  /**
   * A call that was rolled back in favor of another one is made again.
   * @throws UserError with the words of the procedure when it refuses, or of the call when it failed
   */
  rpc(name: string, args: Record<string, unknown>, timeoutMs = procedureTimeoutMs(name)): Promise<unknown> {
    return madeAgain(
      () => this.#rpcOnce(name, args, timeoutMs),
      (error) => error instanceof OpsCallError && error.isRolledBack,
    );
  }

  async #rpcOnce(name: string, args: Record<string, unknown>, timeoutMs: number): Promise<unknown> {
    const { url } = this.#connection;
    const response = await this.#post(`/rest/v1/rpc/${name}`, args, timeoutMs);
    if (response.ok) return response.status === 204 ? null : response.json();
    const answer: unknown = await response.json().catch(() => null);
    const refused = refusalSchema.safeParse(answer);
    if (refused.success) throw new UserError(refused.data.message);
    if (response.status === 401 || response.status === 403) {
      throw new UserError(
        `${url} refuses the secret key. Set SUPABASE_SECRET_KEY to the key of this project.`,
      );
    }
    const code = failureSchema.safeParse(answer).data?.code ?? '';
    const why = MAY_SUCCEED_LATER.get(code);
    throw why === undefined
      ? new OpsCallError(`${url} answered ${response.status} to ${name}`, response.status)
      : new OpsCallError(
          `${name} ${why}. This call changed nothing: try again in a moment`,
          response.status,
          code,
        );
  }
}
