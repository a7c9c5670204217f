import {
  CONTACT_MAIL_LATE_AFTER_SECONDS,
  MAILS_TRIED_DAYS,
} from '../../../../shared/src/contracts/backend/terms.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const TEAM_MAIL: DoctorCheck = {
  name: 'team-mail',
  asks: 'Did the team get a mail about every contact request?',
  mend: `Repair the mail first. Then run \`npx -y pnpm@12 run ops mail send\`, which sends those of the last ${MAILS_TRIED_DAYS} days. Find out why its timer did not. For older ones: ops requests list --unsent.`,
  async look(look) {
    const { requests_without_mail: waiting } = (await look.upkeep()).value;
    return waiting === 0
      ? right('none waits for its mail')
      : wrong(
          `${waiting} contact requests have waited for over ${durationWords(CONTACT_MAIL_LATE_AFTER_SECONDS)}`,
        );
  },
};
