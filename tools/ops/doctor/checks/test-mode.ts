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
