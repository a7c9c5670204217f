import { SignJWT } from 'jose';
import type { SessionGrant } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import type { LiveSession } from '../database/session-calls.ts';
import type { TokenSigner } from './token-signer.ts';

/**
 * Life of a session token. Every request checks the session's row, so this only decides how often a token is renewed.
 */
export const SESSION_TOKEN_SECONDS = 10 * 60;

/**
 * Signs the session token of a live session in the format of Supabase's API, and answers with it. The token never
 * outlives its session.
 */
export async function grantSession(
  session: LiveSession,
  signer: TokenSigner,
  now: Date,
): Promise<SessionGrant> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const sessionEnd = Math.floor(new Date(session.session_expires_at).getTime() / 1000);
  const expiresAt = Math.min(issuedAt + SESSION_TOKEN_SECONDS, sessionEnd);
  const subject = session.kind === 'rep' ? session.rep.id : session.customer.id;
  const sessionToken = await new SignJWT({ role: 'authenticated', session_id: session.session_id })
    .setProtectedHeader({
      alg: signer.algorithm,
      typ: 'JWT',
      ...(signer.keyId ? { kid: signer.keyId } : {}),
    })
    .setSubject(subject)
    .setIssuer(signer.issuer)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(signer.signingKey);
  return {
    sessionToken,
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    sessionId: session.session_id,
    sessionExpiresAt: new Date(session.session_expires_at).toISOString(),
    actor:
      session.kind === 'rep'
        ? { kind: 'rep', rep: session.rep }
        : { kind: 'customer', customer: session.customer },
  };
}
