import postgres from 'postgres';
import { openPglite } from '../engine/pglite-database.ts';

interface Notice {
  severity?: string;
  message?: string;
}

interface EmbeddedDriver {
  query(text: string, params: unknown[], options: { onNotice(notice: Notice): void }): Promise<unknown>;
}

export interface DatabaseWithWarnings {
  /** One statement. All statements share one session. */
  run(statement: string): Promise<unknown>;
  /** Messages of the warnings that the statements raised, oldest first. */
  warnings: string[];
  close(): Promise<void>;
}

/**
 * A session for tests of warnings, which the connections of the API drop.
 * @param at URL of a database on a PostgreSQL server, or the folder of an embedded database and its schema.
 */
export async function openWithWarnings(
  at: string | { dir: string; schema: string | null },
): Promise<DatabaseWithWarnings> {
  const warnings: string[] = [];
  const hear = ({ severity, message = '' }: Notice) => {
    if (severity === 'WARNING') warnings.push(message);
  };
  if (typeof at === 'string') {
    const sql = postgres(at, { max: 1, onnotice: hear });
    return { warnings, run: (statement) => sql.unsafe(statement), close: () => sql.end() };
  }
  const embedded = await openPglite(at.dir, at.schema);
  const driver = embedded.connection.driver as unknown as EmbeddedDriver;
  return {
    warnings,
    run: (statement) => driver.query(statement, [], { onNotice: hear }),
    close: () => embedded.close(),
  };
}
