import { newestMigration } from '../../newest-migration.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const MIGRATIONS: DoctorCheck = {
  name: 'migrations',
  asks: "Is the database at this checkout's newest migration?",
  mend: 'Run `supabase db push`, or update this checkout if the database is newer.',
  async look(look) {
    const { newest_migration: applied } = (await look.upkeep()).value;
    if (applied === null) throw new Error('the database has no history of migrations');
    const newest = newestMigration();
    return applied === newest
      ? right(`both at ${newest}`)
      : wrong(`the database is at ${applied}, this checkout at ${newest}`);
  },
};
