import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import {
  type FunctionSetup,
  type ReportSetupResponse,
  reportSetupResponseSchema,
} from '@corvane/shared/contracts/backend/report-setup';
import { PAGE_CONFIG_ELEMENT_ID } from '@corvane/shared/contracts/remote/page-config';
import { z } from 'zod';
import { OpsApi, type OpsConnection } from '../api/ops-api.ts';
import { askSite, type SiteAddress, type SiteAnswer, type SiteRequest } from './ask-site.ts';
import { type CertificateFacts, readCertificate } from './read-certificate.ts';

const instant = z.iso.datetime({ offset: true });

const upkeepSchema = z.object({
  now: instant,
  newestMigration: z.string().nullable(),
  plans: z.number().int(),
  plansWithoutPrice: z.array(z.string()),
  requestsWithoutMail: z.number().int(),
  runs: z.array(
    z.object({ job: z.string(), finishedAt: instant, detail: z.record(z.string(), z.unknown()) }),
  ),
  // A database at an earlier migration does not say these. The check `migrations` says so.
  hasArchive: z.boolean().default(false),
  slots: z
    .array(
      z.object({
        name: z.string(),
        isActive: z.boolean(),
        walStatus: z.string().nullable(),
        heldBytes: z.number().nullable(),
      }),
    )
    .default([]),
  archivingFailsSince: instant.nullable().default(null),
  since: instant.nullable().default(null),
});
export type Upkeep = z.infer<typeof upkeepSchema>;

/** An answer with the instants around it, in milliseconds since 1970 UTC by this machine's clock. */
export interface Timed<T> {
  value: T;
  askedAtMs: number;
  answeredAtMs: number;
}

export interface LookOptions {
  site: SiteAddress;
  /** The other web machines under the site's name. Each is examined like the first. */
  others?: readonly SiteAddress[];
  /** The project, past the edge. */
  connection: OpsConnection;
  /** Text of a file with the functions' variables. Null when none was given. */
  environmentFile: string | null;
  /** The address under which the site should see this machine. Null when it was not said. */
  ownAddress: string | null;
  /** The operator's address for a check mail. Null for none. */
  mailTo: string | null;
  /** Folders of this machine on whose disks there must be room. */
  disks?: readonly string[];
  /** Of the disk below a folder of this machine, in percent. */
  freePercent?(folder: string): Promise<number>;
  /** This machine's clock, milliseconds since 1970 UTC. */
  now?(): number;
}

const TIMEOUT_MS = 15_000;
const PAGE_CONFIG = new RegExp(`<script[^>]* id="${PAGE_CONFIG_ELEMENT_ID}"[^>]*>(.*?)</script>`, 's');

/** The requests of all checks. An answer that several checks need is requested once. */
export class Look {
  readonly options: LookOptions;
  /** A look at each web machine: this one, and one at each other machine. */
  readonly machines: readonly Look[];
  readonly #siteAnswers = new Map<string, Promise<unknown>>();
  /** The same for all machines. */
  readonly #projectAnswers: Map<string, Promise<unknown>>;

  constructor(options: LookOptions, projectAnswers: Map<string, Promise<unknown>> = new Map()) {
    this.options = options;
    this.#projectAnswers = projectAnswers;
    const others = options.others ?? [];
    this.machines = [
      this,
      ...others.map((site) => new Look({ ...options, site, others: [] }, projectAnswers)),
    ];
  }

  /** `host:port` of the web machine. Null for the machine that the site's name leads to. */
  get machine(): string | null {
    return this.options.site.connectTo;
  }

  now(): number {
    return this.options.now?.() ?? Date.now();
  }

  get origin(): string {
    return this.options.site.origin;
  }

  get isOverTls(): boolean {
    return this.origin.startsWith('https:');
  }

  /** Only this machine can reach the site, so some settings are harmless here. */
  get isLocal(): boolean {
    return !this.isOverTls && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(this.origin).hostname);
  }

  /** One request through the edge, as a visitor sends it. @throws Error without an answer */
  site(path: string, request?: SiteRequest): Promise<SiteAnswer> {
    return askSite(this.options.site, path, request);
  }

  certificate(): Promise<CertificateFacts> {
    return first(this.#siteAnswers, 'certificate', () => readCertificate(this.options.site));
  }

  /** One request past the edge. @throws Error without an answer */
  async project(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, fetch: request = fetch } = this.options.connection;
    return request(`${url}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (error: unknown) => {
        const { message, cause } = error as Error;
        throw new Error(`${url} does not answer (${cause instanceof Error ? cause.message : message})`);
      },
    );
  }

  /** The key that every page carries. */
  publishableKey(): Promise<string> {
    return first(this.#siteAnswers, 'publishable key', async () => {
      const { body } = await this.site('/');
      const [, json] = PAGE_CONFIG.exec(body) ?? [];
      if (json === undefined) throw new Error('/ is not one of our pages: it has no configuration');
      return z.object({ publishableKey: z.string().min(1) }).parse(JSON.parse(json)).publishableKey;
    });
  }

  upkeep(): Promise<Timed<Upkeep>> {
    return first(this.#projectAnswers, 'upkeep', async () => {
      const api = new OpsApi(this.options.connection);
      return this.#timed(async () => upkeepSchema.parse(await api.rpc('report_upkeep', {}, TIMEOUT_MS)));
    });
  }

  /** How the functions are set up. Sends the check mail, if one was asked for. */
  setup(): Promise<Timed<FunctionSetup>> {
    return first(this.#projectAnswers, 'setup', () =>
      this.#timed(async () => {
        const { mailTo, connection } = this.options;
        const answer = await this.project(backendPathOf('report-setup'), {
          method: 'POST',
          headers: { apikey: connection.secretKey, 'Content-Type': 'application/json' },
          body: JSON.stringify(mailTo === null ? {} : { sendTo: mailTo }),
        });
        if (answer.status !== 200) throw new Error(`report-setup answers ${answer.status}`);
        const { setup } = reportSetupResponseSchema.parse(await answer.json());
        if (setup === null) throw new Error('the functions do not know the secret key');
        return setup;
      }),
    );
  }

  /** How the functions see a caller who comes through the edge. */
  async callerThroughEdge(headers: Record<string, string> = {}): Promise<ReportSetupResponse['caller']> {
    const answer = await this.site('/functions/v1/report-setup', { method: 'POST', headers, body: {} });
    if (answer.status !== 200) throw new Error(`report-setup answers ${answer.status} through the edge`);
    return reportSetupResponseSchema.parse(JSON.parse(answer.body)).caller;
  }

  async #timed<T>(ask: () => Promise<T>): Promise<Timed<T>> {
    const askedAtMs = this.now();
    const value = await ask();
    return { value, askedAtMs, answeredAtMs: this.now() };
  }
}

function first<T>(answers: Map<string, Promise<unknown>>, name: string, ask: () => Promise<T>): Promise<T> {
  const asked = (answers.get(name) as Promise<T> | undefined) ?? ask();
  answers.set(name, asked);
  return asked;
}
