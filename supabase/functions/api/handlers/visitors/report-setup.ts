import { BRAND } from '../../../../../shared/src/brand/brand.ts';
import type {
  FunctionSetup,
  ReportSetupResponse,
} from '../../../../../shared/src/contracts/backend/report-setup.ts';
import type { FunctionDeps } from '../../deps.ts';
import { describeFailure } from '../../log.ts';
import { letter, type Mail } from '../../mail/mail.ts';
import { hasSecretKey } from '../../request/caller.ts';
import type { Handler } from '../../request/endpoint.ts';
import { RequestError } from '../../request-error.ts';

/** Returns how the functions see the call. With the secret key, it also returns their setup. */
export const reportSetup: Handler<'report-setup'> = async (
  { body: { sendTo }, caller: { ipAddress, isFromEdge }, request },
  deps,
) => {
  const isOperator = await hasSecretKey(request, deps.config.secretKeys);
  if (sendTo !== undefined && !isOperator) {
    throw new RequestError('unauthenticated', 'A valid key is needed.');
  }
  const answer: ReportSetupResponse = {
    caller: { ipAddress, isFromEdge },
    setup: isOperator ? await setupOf(deps, sendTo) : null,
  };
  return { body: answer };
};

async function setupOf(
  { mail, now, config }: FunctionDeps,
  sendTo: string | undefined,
): Promise<FunctionSetup> {
  const failure = await (sendTo === undefined ? mail.check() : mail.send(checkMail(sendTo))).then(
    () => null,
    (error: unknown) => words(error),
  );
  return {
    now: now().toISOString(),
    siteUrl: config.siteUrl,
    trustedProxyHops: config.trustedProxyHops,
    mail: { transport: mail.kind, failure, isSent: failure === null && sendTo !== undefined },
  };
}

/** A kind and a code, such as `Error ECONNREFUSED`: a server's words could repeat a user name. */
function words(error: unknown): string {
  const { failure, failureCode } = describeFailure(error);
  return [failure, failureCode].filter(Boolean).join(' ');
}

function checkMail(to: string): Mail {
  const text = `${BRAND.name} can send mail to this address. An operator asked for this check. There is nothing to do.`;
  const subject = `${BRAND.name}: mail arrives`;
  return { to, subject, ...letter(subject, [text]) };
}
