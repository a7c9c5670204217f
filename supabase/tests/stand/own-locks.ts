/** The locks of this database, as `l`. `pg_locks` has those of every database, also of tests that run beside. */
export const OWN_LOCKS = `(
  select l.* from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a using (pid)
  where a.datname = pg_catalog.current_database()
) l`;
