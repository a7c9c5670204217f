import type { BackendSecrets } from '../data-dir/backend-secrets.ts';

/** What the database process needs to know. */
export interface DatabaseSettings {
  dataDir: string;
  /** A PostgreSQL server. Undefined for the embedded database. */
  databaseUrl: string | undefined;
  secrets: BackendSecrets;
  /** What the first start does to the data. Null when the process is started again. */
  prepare: {
    migrationsDir: string;
    /** null without demonstration data. */
    demo: { salesIds: string[]; accessToken: string } | null;
  } | null;
  /** What the process before read of the embedded database's schema, as JSON. Null: it is read. */
  schema: string | null;
}
