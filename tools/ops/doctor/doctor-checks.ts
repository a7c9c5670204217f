import { ARCHIVE, WRITE_AHEAD_LOG } from './checks/archive.ts';
import { CALLERS } from './checks/callers.ts';
import { CATALOGUE } from './checks/catalogue.ts';
import { CERTIFICATE } from './checks/certificate.ts';
import { CLOCKS } from './checks/clocks.ts';
import { BACKUP_DISKS, DISKS } from './checks/disks.ts';
import { EDGE_CALLS } from './checks/edge-calls.ts';
import { FUNCTIONS_ANSWER } from './checks/functions-answer.ts';
import { HEADERS } from './checks/headers.ts';
import { HEALTH } from './checks/health.ts';
import { HOSTS } from './checks/hosts.ts';
import { BACKUP, BASE, PRUNE, RESTORE_DRILL, RETENTION } from './checks/jobs.ts';
import { MAIL } from './checks/mail.ts';
import { MIGRATIONS } from './checks/migrations.ts';
import { PLAIN_HTTP } from './checks/plain-http.ts';
import { PRIVATE_SCHEMA } from './checks/private-schema.ts';
import { SAME_RELEASE } from './checks/same-release.ts';
import { SECRETS } from './checks/secrets.ts';
import { SITE_ORIGIN } from './checks/site-origin.ts';
import { TABLES_CLOSED } from './checks/tables.ts';
import { TEAM_MAIL } from './checks/team-mail.ts';
import { TEST_MODE } from './checks/test-mode.ts';
import { VERSIONS } from './checks/versions.ts';
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
];
