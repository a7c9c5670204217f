import type { Answer, TestBackend } from './start-test-backend.ts';

/** Sends a code to a customer as the representative whose token this is. */
export function sendCode(api: TestBackend, token: string, email: string, name = 'Ada'): Promise<Answer> {
  return api.call('/functions/v1/send-verification', { body: { email, name, company: 'Engines' }, token });
}

/** The code in the newest mail to this address. */
export async function mailedCode(api: TestBackend, email: string): Promise<string> {
  const mails: { to: string[]; text: string }[] = (await api.call('/_inbox/messages.json')).body;
  const mail = mails.find((candidate) => candidate.to.includes(email));
  const code = /^\s+(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

export function issueLink(
  api: TestBackend,
  token: string | undefined,
  verificationId: string,
  code: string,
): Promise<Answer> {
  return api.call('/functions/v1/issue-access-link', { body: { verificationId, code }, token });
}

/** Six digits that are not these. */
export function wrongCode(code: string, n = 1): string {
  return String(100_000 + ((Number(code) - 100_000 + n) % 900_000));
}

/** Creates a customer with a link: sends a code, enters it and returns the token. */
export async function qualify(
  api: TestBackend,
  token: string,
  email = `${crypto.randomUUID()}@engine.example`,
): Promise<{ email: string; customerId: string; token: string; verificationId: string; code: string }> {
  const sent = await sendCode(api, token, email);
  if (sent.status !== 200) throw new Error(`send-verification answered ${sent.status}: ${sent.text}`);
  const { verificationId } = sent.body;
  const code = await mailedCode(api, email);
  const issued = await issueLink(api, token, verificationId, code);
  if (issued.status !== 200) throw new Error(`issue-access-link answered ${issued.status}: ${issued.text}`);
  return { email, customerId: issued.body.customerId, token: issued.body.token, verificationId, code };
}

/** Ends the pause between two codes. */
export async function letPausePass(api: TestBackend, email: string): Promise<void> {
  await api.sql(
    `update private.verification_codes set created_at = created_at - private.code_resend_pause() where email = $1`,
    [email],
  );
}
