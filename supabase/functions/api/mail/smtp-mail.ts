import { createTransport } from 'nodemailer';
import { MAIL_TIMEOUT_MS, type MailTransport } from './mail.ts';

interface SmtpSettings {
  host: string;
  port: number;
  user?: string;
  password?: string;
  from: string;
}

/** Longest wait for a connection, for a greeting and for each answer, in milliseconds. */
const STEP_TIMEOUT_MS = 8_000;

/** This machine: no network lies between. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/** Port 465: TLS from the first byte. Otherwise STARTTLS, without which no other machine gets a mail. */
export function encryptionFor({ host, port }: Pick<SmtpSettings, 'host' | 'port'>) {
  const secure = port === 465;
  // An attacker on the network could hide that the server offers TLS, and read the password and the codes.
  return { secure, requireTLS: !secure && !LOOPBACK.test(host) };
}

export function smtpMail(settings: SmtpSettings, timeoutMs = MAIL_TIMEOUT_MS): MailTransport {
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    ...encryptionFor(settings),
    auth: settings.user ? { user: settings.user, pass: settings.password ?? '' } : undefined,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** All steps together. nodemailer knows no such limit. */
  async function inTime(work: Promise<unknown>): Promise<void> {
    const limit = AbortSignal.timeout(timeoutMs);
    const ended = new Promise((_resolve, reject) => {
      limit.onabort = () => reject(limit.reason);
    });
    await Promise.race([work, ended]);
  }
  return {
    kind: 'smtp',
    send: (mail) => inTime(transport.sendMail({ ...mail, from: settings.from })),
    check: () => inTime(transport.verify()),
  };
}
