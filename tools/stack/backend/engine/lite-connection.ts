import { inspect } from 'node:util';
import type { Connection } from '@supabase/lite';
import { type FurtherColumn, gatherRequestSettings } from './gather-request-settings.ts';

/**
 * Corrects two habits of the API library that would undo decisions of the migrations.
 *
 * Before its first request, it grants ALL on every table of every schema with row-level security to all API roles.
 * That replaces the grants of the migrations. It also prints failed statements with their parameters, which may be
 * people's data. A test of the grants fails when the first correction no longer works.
 * @param furtherColumn see `gatherRequestSettings`
 */
export function hardenConnection<C extends Connection>(connection: C, furtherColumn?: FurtherColumn): C {
  Object.defineProperty(connection, 'ensureRlsContext', { value: async () => true });

  gatherRequestSettings(connection, furtherColumn);

  const normalize = connection.normalizeDbError.bind(connection);
  Object.defineProperty(connection, 'normalizeDbError', {
    value: (error: unknown) => {
      const normalized = normalize(error);
      if (typeof normalized === 'object' && normalized !== null) {
        const code = 'code' in normalized ? String(normalized.code) : 'unknown';
        Object.defineProperty(normalized, inspect.custom, { value: () => `[database] refused: ${code}` });
      }
      return normalized;
    },
  });
  return connection;
}
