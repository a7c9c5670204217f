import { BACKUP_COMMANDS } from './backup/backup-commands.ts';
import { CATALOGUE_COMMANDS } from './catalogue/catalogue-commands.ts';
import type { OpsCommands } from './command-line/ops-command.ts';
import { DOCTOR_COMMANDS } from './doctor/doctor-commands.ts';
import { CUSTOMER_COMMANDS } from './people/customer-commands.ts';
import { HANDOVER_COMMANDS } from './people/handover-commands.ts';
import { PERSON_COMMANDS } from './people/person-commands.ts';
import { REP_COMMANDS } from './people/rep-commands.ts';
import { AUDIT_COMMANDS } from './records/audit-commands.ts';
import { RETENTION_COMMANDS } from './records/retention-commands.ts';
import { MAIL_COMMANDS } from './requests/mail-commands.ts';
import { REQUEST_COMMANDS } from './requests/request-commands.ts';
import { TODAY_COMMANDS } from './requests/today-commands.ts';
import { SALES_COMMANDS } from './sales-files/sales-commands.ts';

/** By their words. */
export const OPS_COMMANDS: OpsCommands = {
  ...REP_COMMANDS,
  ...HANDOVER_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...CATALOGUE_COMMANDS,
  ...REQUEST_COMMANDS,
  ...MAIL_COMMANDS,
  ...SALES_COMMANDS,
  ...PERSON_COMMANDS,
  ...RETENTION_COMMANDS,
  ...AUDIT_COMMANDS,
  ...TODAY_COMMANDS,
  ...BACKUP_COMMANDS,
  ...DOCTOR_COMMANDS,
};
