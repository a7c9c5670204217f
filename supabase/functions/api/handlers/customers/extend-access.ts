import type { ExtendAccessResponse } from '../../../../../shared/src/contracts/backend/customers/qualification.ts';
import { mailAccessLink } from '../../mail/access-link-mail.ts';
import type { Handler } from '../../request/endpoint.ts';

/** Extends a customer's link, and mails them its new end. */
export const extendAccess: Handler<'extend-access'> = async (
  { body, session: { sessionId }, caller, correlationId },
  deps,
) => {
  const { answer, told } = await deps.database.extendAccess({ sessionId, body, ...caller });
  deps.log({ level: 'info', event: 'access_extended', correlationId, customerId: body.customerId });
  const extended: ExtendAccessResponse = answer;
  if (told !== null) {
    const { email: to, name, timeZone, rep } = told;
    const mail = { to, name, timeZone, rep, expiresAt: new Date(answer.expiresAt) };
    const counted = { ...told, sessionId, customerId: body.customerId };
    extended.mail = await mailAccessLink(mail, counted, deps, correlationId);
  }
  return { body: extended };
};
