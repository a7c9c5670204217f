import type { FailedMail } from '../../../../shared/src/contracts/backend/operations/operations-today.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';

type Deps = Pick<FunctionDeps, 'database' | 'log'>;

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
