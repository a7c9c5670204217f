import { CONTACT_MAIL_LATE_AFTER_SECONDS, MAILS_TRIED_DAYS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const TEST_MODE: DoctorCheck = {
  name: 'test-mode',
  asks: 'Is test mode off?',
  mend: 'Set MAIL_TRANSPORT to smtp or resend and SITE_URL to the https origin, and start the functions again. Until then every code is in an answer.',
  async look(look) {
    const { mail } = (await look.setup()).value;
    if (mail.transport !== 'test') return right(`mail goes by ${mail.transport}`);
    return look.isLocal
      ? right('on, and only this machine reaches the site')
      : wrong('test mode is on: answers contain the verification codes');
  },
};

export const MAIL: DoctorCheck = {
  name: 'mail',
  asks: 'Does the mail server take mail from the functions?',
  mend: 'Check SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD, or RESEND_API_KEY. EAUTH or 401: the password or key is wrong. Otherwise the server cannot be reached.',
  async look(look) {
    const { mail } = (await look.setup()).value;
    if (mail.transport === 'test')
      return look.isLocal ? right('test mode sends none') : wrong('test mode sends none');
    if (mail.failure !== null) return wrong(`${mail.transport} refuses: ${mail.failure}`);
    return right(
      mail.isSent
        ? `${mail.transport} has accepted a mail to ${look.options.mailTo}: check that it arrives`
        : `${mail.transport} takes our key; nothing was sent (--mail-to sends you a mail)`,
    );
  },
};

export const TEAM_MAIL: DoctorCheck = {
  name: 'team-mail',
  asks: 'Did the team get a mail about every contact request?',
  mend: `Repair the mail first. Then run \`npx -y pnpm@12 run ops mail send\`, which sends those of the last ${MAILS_TRIED_DAYS} days. Find out why its timer did not. For older ones: ops requests list --unsent.`,
  async look(look) {
    const { requestsWithoutMail: waiting } = (await look.upkeep()).value;
    return waiting === 0
      ? right('none waits for its mail')
      : wrong(
          `${waiting} contact requests have waited for over ${durationWords(CONTACT_MAIL_LATE_AFTER_SECONDS)}`,
        );
  },
};
