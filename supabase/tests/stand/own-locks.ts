import { expect } from 'vitest';
import type { TestBackend } from './start-test-backend.ts';

/** The locks of this database, as `l`. `pg_locks` has those of every database, also of tests that run beside. */
export const OWN_LOCKS = `(
  select l.* from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a using (pid)
  where a.datname = pg_catalog.current_database()
) l`;

/** As a transaction that locks or writes something, and goes on once others wait for it, or for each other. */
export const untilAwaited = (api: TestBackend, first: string, waiting = 1) =>
  api.sql(`do $$
    declare
      given_up_at constant timestamptz := clock_timestamp() + interval '3 seconds';
    begin
      ${first};
      while clock_timestamp() < given_up_at and (
        select count(distinct l.pid) from ${OWN_LOCKS} where not l.granted
      ) < ${waiting} loop
        perform pg_catalog.pg_sleep(0.01);
      end loop;
    end $$`);

/** Resolves when someone has such a lock. */
export const holds = (api: TestBackend, lock: string) =>
  expect.poll(() => api.sql(`select from ${OWN_LOCKS} where l.granted and ${lock}`)).not.toHaveLength(0);
