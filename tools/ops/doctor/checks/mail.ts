import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

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
