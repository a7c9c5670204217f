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
  { sessionId, sessionExpiresAt, actor }: LiveSession,
  signer: TokenSigner,
  now: Date,
): Promise<SessionGrant> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const sessionEnd = Math.floor(new Date(sessionExpiresAt).getTime() / 1000);
  const expiresAt = Math.min(issuedAt + SESSION_TOKEN_SECONDS, sessionEnd);
  const subject = actor.kind === 'rep' ? actor.rep.id : actor.customer.id;
  const sessionToken = await new SignJWT({ role: 'authenticated', session_id: sessionId })
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
    sessionId,
    sessionExpiresAt,
    actor,
  };
}
