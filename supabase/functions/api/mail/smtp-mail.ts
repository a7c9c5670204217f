import { createTransport } from 'nodemailer';
import { MAIL_TIMEOUT_MS, type MailTransport } from './mail.ts';

interface SmtpSettings {
  host: string;
  port: number;
  /** true: TLS from the first byte (port 465). Otherwise STARTTLS, without which no other machine gets a mail. */
  isSecure: boolean;
  user?: string;
  password?: string;
  from: string;
}

/** This machine: no network lies between. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i;

export function smtpMail(settings: SmtpSettings): MailTransport {
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    // An attacker on the network could hide that the server offers TLS, and read the password and the codes.
    requireTLS: !settings.isSecure && !LOOPBACK.test(settings.host),
    auth: settings.user ? { user: settings.user, pass: settings.password ?? '' } : undefined,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    kind: 'smtp',
    send: async (mail) => {
      await transport.sendMail({ ...mail, from: settings.from });
    },
    check: async () => {
      await transport.verify();
    },
  };
}
