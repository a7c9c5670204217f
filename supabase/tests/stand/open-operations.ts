import { mailedCode } from './qualify.ts';
import type { Answer, TestBackend } from './start-test-backend.ts';

/** Sends a manager the code for Operations, as the session whose token this is. */
export function sendManagerCode(api: TestBackend, token: string | undefined): Promise<Answer> {
  return api.call('/functions/v1/send-manager-code', { body: {}, token });
}

export function checkManagerCode(
  api: TestBackend,
  token: string | undefined,
  codeId: string,
  code: string,
): Promise<Answer> {
  return api.call('/functions/v1/check-manager-code', { body: { codeId, code }, token });
}

/** Ends the pause between two codes for all managers, and resets the count of sent codes. */
export async function letManagerPausePass(api: TestBackend): Promise<void> {
  await api.sql('update private.manager_codes set created_at = created_at - private.code_resend_pause()');
  await api.sql('delete from private.rate_limit_counters');
}

/** Sends a code to the manager with this address, in the session of this token. */
export async function freshManagerCode(
  api: TestBackend,
  token: string | undefined,
  email: string,
): Promise<{ codeId: string; code: string }> {
  await letManagerPausePass(api);
  const sent = await sendManagerCode(api, token);
  if (sent.status !== 200) throw new Error(`send-manager-code answered ${sent.status}: ${sent.text}`);
  return { codeId: sent.body.codeId, code: await mailedCode(api, email) };
}

/** Opens Operations: sends a code and enters it. */
export async function openOperations(
  api: TestBackend,
  token: string | undefined,
  email: string,
): Promise<string> {
  const { codeId, code } = await freshManagerCode(api, token, email);
  const checked = await checkManagerCode(api, token, codeId, code);
  if (checked.status !== 200)
    throw new Error(`check-manager-code answered ${checked.status}: ${checked.text}`);
  return checked.body.managerUntil;
}

/** A session of the first demonstration representative who is a manager, with a code. */
export async function managerToken(api: TestBackend): Promise<string> {
  const { grant } = await api.signIn(api.backend.demo.salesIds[0] ?? '');
  await api.sql(
    `update public.sales_representatives set is_manager = true
     where id = (select s.sales_rep_id from public.sales_sessions s where s.id = $1)`,
    [grant.sessionId],
  );
  await api.sql('update public.sales_sessions set manager_until = expires_at where id = $1', [
    grant.sessionId,
  ]);
  return grant.sessionToken;
}
