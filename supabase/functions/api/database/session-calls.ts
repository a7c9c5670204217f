import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { sessionGrantSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { z } from '../../../../shared/src/lib/zod.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';

const storedSessionSchema = z.extend(z.omit(sessionGrantSchema, { sessionToken: true, expiresAt: true }), {
  /** This was the link's first opening, and the representative wants to know about it. */
  isRepToBeMailed: z._default(z.boolean(), false),
  repTimeZone: z._default(z.nullable(z.string()), null),
});
/** A customer whose representative has left asks the team. */
const liveSessionSchema = z.pipe(
  storedSessionSchema,
  z.transform((session) => {
    const { actor } = session;
    if (actor.kind === 'rep' || actor.customer.repEmail !== '') return session;
    const team = { repName: BRAND.name, repEmail: BRAND.mail.teamAddress };
    return { ...session, actor: { ...actor, customer: { ...actor.customer, ...team } } };
  }),
);
/** A session that the database has just found live, with its owner. */
export type LiveSession = z.infer<typeof liveSessionSchema>;

interface NewSession extends Origin {
  network: string;
  refreshHash: string;
  /** Undefined when the browser's is not known. */
  timeZone: string | undefined;
}

/** Sign-in and sessions. */
export function sessionCalls(call: CallDatabase) {
  return {
    /**
     * Right credentials use up nothing, not even while the call runs. Wrong ones are counted, and compared only as often
     * as the limits allow, even if many arrive at once.
     * @returns null when the credential matches nothing usable
     */
    beginRepSession: (session: NewSession & { credentialHash: string }): Promise<LiveSession | null> =>
      call(
        'begin_rep_session',
        {
          credential_hash_param: session.credentialHash,
          refresh_hash_param: session.refreshHash,
          ...originArgs(session),
          network_param: session.network,
          time_zone_param: session.timeZone ?? null,
        },
        z.nullable(liveSessionSchema),
      ),
    /** The same. Null when the token is unknown, expired or revoked. */
    beginCustomerSession: (session: NewSession & { tokenHash: string }): Promise<LiveSession | null> =>
      call(
        'begin_customer_session',
        {
          token_hash_param: session.tokenHash,
          refresh_hash_param: session.refreshHash,
          ...originArgs(session),
          network_param: session.network,
          time_zone_param: session.timeZone ?? null,
        },
        z.nullable(liveSessionSchema),
      ),
    /** When a link expired or was revoked. Null for a live link and for an unknown token. */
    linkEndedAt: (tokenHash: string) =>
      call('link_ended_at', { token_hash_param: tokenHash }, z.nullable(z.iso.datetime({ offset: true }))),
    /** @returns null when no live session has this refresh secret */
    renewSession: (refreshHash: string): Promise<LiveSession | null> =>
      call('renew_session', { refresh_hash_param: refreshHash }, z.nullable(liveSessionSchema)),
    /** @returns false when there was nothing to end */
    endSession: (refreshHash: string, reason: 'signed_out', origin: Origin) =>
      call(
        'end_session',
        { refresh_hash_param: refreshHash, reason_param: reason, ...originArgs(origin) },
        z.boolean(),
      ),
  };
}
