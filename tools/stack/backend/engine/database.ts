import type { Connection } from '@supabase/lite';

/** SQL without the API in front of it: for migrations, seeding, tools and tests. Runs as the owner. */
export interface Sql {
  /** One statement, with `$1` parameters. */
  query<T>(text: string, params?: unknown[]): Promise<T[]>;
  /** Any number of statements, without parameters. */
  script(text: string): Promise<void>;
}

/** PGlite or PostgreSQL, the same to everything above. */
export interface Database extends Sql {
  connection: Connection;
  /** true: only this runner ever applied a migration to it. */
  isEmbedded: boolean;
  /** Commits when `work` resolves, undoes all of it when it rejects. */
  transaction(work: (sql: Sql) => Promise<void>): Promise<void>;
  /**
   * Keeps `work` apart from all other use of the database where all callers share one connection. Otherwise two API
   * requests would share one transaction, and with it one role.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
