import { ARCHIVE, WRITE_AHEAD_LOG } from './checks/archive.ts';
import { CALLERS } from './checks/callers.ts';
import { CERTIFICATE } from './checks/certificate.ts';
import { CLOCKS } from './checks/clocks.ts';
import { CATALOGUE, MIGRATIONS, PRIVATE_SCHEMA, TABLES_CLOSED } from './checks/database.ts';
import { BACKUP_DISKS, DISKS } from './checks/disks.ts';
import { EDGE_CALLS, HEADERS, HOSTS, PLAIN_HTTP } from './checks/edge.ts';
import { FUNCTIONS_ANSWER, SITE_ORIGIN } from './checks/functions.ts';
import { ARCHIVE_DRILL, BACKUP, BASE, PRUNE, RESTORE_DRILL, RETENTION } from './checks/jobs.ts';
import { MAIL, TEAM_MAIL, TEST_MODE } from './checks/mail.ts';
import { HEALTH, SAME_RELEASE, VERSIONS } from './checks/release.ts';
import { SECRETS } from './checks/secrets.ts';
import type { DoctorCheck } from './doctor-check.ts';

/** In the order of the report: from outside to inside, then the regular jobs. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  CERTIFICATE,
  PLAIN_HTTP,
  HOSTS,
  HEADERS,
  HEALTH,
  VERSIONS,
  SAME_RELEASE,
  EDGE_CALLS,
  TABLES_CLOSED,
  PRIVATE_SCHEMA,
  FUNCTIONS_ANSWER,
  SECRETS,
  TEST_MODE,
  SITE_ORIGIN,
  CALLERS,
  MAIL,
  MIGRATIONS,
  CATALOGUE,
  CLOCKS,
  TEAM_MAIL,
  DISKS,
  WRITE_AHEAD_LOG,
  ARCHIVE,
  RETENTION,
  PRUNE,
  BACKUP,
  BASE,
  BACKUP_DISKS,
  RESTORE_DRILL,
  ARCHIVE_DRILL,
];
