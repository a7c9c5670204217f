import type { FailedMail } from '../../../../shared/src/contracts/backend/operations/operations-today.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import { isUnsent } from './is-unsent.ts';
import type { Mail } from './mail.ts';

type Deps = Pick<FunctionDeps, 'database' | 'log'>;
export type MailDeps = Deps & Pick<FunctionDeps, 'mail'>;

/**
 * Writes and sends a mail about something that is done already. It never rejects.
 * @param onUnsent runs when no mail server took the mail. It must not reject
 */
export async function tryToMail(
  kind: FailedMail,
  write: () => Mail,
  deps: MailDeps,
  correlationId: string,
  onUnsent: () => Promise<void> = async () => {},
): Promise<'sent' | 'failed' | 'not_configured'> {
  if (deps.mail.kind === 'test') {
    await onUnsent();
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId });
    return 'not_configured';
  }
  try {
    await deps.mail.send(write());
    deps.log({ level: 'info', event: `${kind}_mailed`, correlationId });
    return 'sent';
  } catch (error) {
    await noteFailedMail(kind, error, deps, correlationId);
    if (isUnsent(error)) await onUnsent();
    return 'failed';
  }
}

/** Logs that a mail failed, and counts it for Operations. It never rejects. */
export async function noteFailedMail(
  mail: FailedMail,
  error: unknown,
  deps: Deps,
  correlationId: string,
): Promise<void> {
  deps.log({ level: 'error', event: 'mail_failed', correlationId, ...describeFailure(error) });
  await countFailedMail(mail, deps, correlationId);
}

/** Counts a failed mail that is logged already. It never rejects. */
export async function countFailedMail(
  mail: FailedMail,
  { database, log }: Deps,
  correlationId: string,
): Promise<void> {
  try {
    await database.noteFailedMail(mail);
  } catch (failure) {
    log({ level: 'error', event: 'failed_mail_not_counted', correlationId, ...describeFailure(failure) });
  }
}
