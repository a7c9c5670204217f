import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runCommand } from '../../command/run-command.ts';
import { startSystemPostgres } from '../../postgres/start-system-postgres.ts';
import { DATABASE_TYPES_FILE, generateDatabaseTypes } from './schema/database-types.ts';
import { generateTerms, TERMS_FILE } from './schema/terms-module.ts';
import { createMigratedDatabase } from './schema/test-database.ts';

/** Brings `shared/src/supabase/database.types.ts` and `shared/src/contracts/backend/terms.ts` up to date with the migrations. */
runCommand(async () => {
  const server = await startSystemPostgres();
  try {
    const database = await createMigratedDatabase(server.url);
    mkdirSync(dirname(DATABASE_TYPES_FILE), { recursive: true });
    writeFileSync(DATABASE_TYPES_FILE, await generateDatabaseTypes(database.url));
    writeFileSync(TERMS_FILE, await generateTerms(database.url));
    console.log('database.types.ts and terms.ts in shared/src are what the migrations make');
  } finally {
    await server.stop();
  }
});
