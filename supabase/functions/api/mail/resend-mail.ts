import { MAIL_TIMEOUT_MS, type MailTransport } from './mail.ts';

/** What Resend answers to a mail without a recipient, after it has taken the key. */
const INCOMPLETE_MAIL = 422;

/** Resend over HTTPS: hosted functions may not open SMTP connections. https://resend.com/docs/api-reference/emails */
export function resendMail(settings: { apiKey: string; from: string; fetch?: typeof fetch }): MailTransport {
  const request = settings.fetch ?? fetch;
  const post = async (mail: Record<string, unknown>): Promise<number> => {
    const response = await request('https://api.resend.com/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(mail),
      signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  };
  return {
    kind: 'resend',
    send: async (mail) => {
      const status = await post({
        from: settings.from,
        to: [mail.to],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        reply_to: mail.replyTo,
      });
      if (status < 200 || status > 299) throw refusal(status);
    },
    // A key that may only send reads nothing, so the check offers a mail that cannot be sent.
    check: async () => {
      const status = await post({});
      if (status !== INCOMPLETE_MAIL) throw refusal(status);
    },
  };
}

function refusal(status: number): Error {
  // What is between us and Resend may answer 5xx for a mail that Resend has taken.
  const responseCode = status < 500 ? status : undefined;
  return Object.assign(new Error(`Resend answered ${status}`), { code: String(status), responseCode });
}
