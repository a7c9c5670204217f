import { MAIL_TIMEOUT_MS, type MailTransport } from './mail.ts';

/** Resend over HTTPS: hosted functions may not open SMTP connections. https://resend.com/docs/api-reference/emails */
export function resendMail(settings: { apiKey: string; from: string; fetch?: typeof fetch }): MailTransport {
  const send = settings.fetch ?? fetch;
  return {
    kind: 'resend',
    send: async (mail) => {
      const response = await send('https://api.resend.com/emails', {
        method: 'POST',
        headers: { authorization: `Bearer ${settings.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          from: settings.from,
          to: [mail.to],
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          reply_to: mail.replyTo,
        }),
        signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`Resend answered ${response.status}`);
    },
  };
}
