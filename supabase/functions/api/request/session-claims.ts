import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { FunctionDeps } from '../deps.ts';
import { RequestError } from '../request-error.ts';

const claimsSchema = z.object({
  role: z.literal('authenticated'),
  sub: z.uuid(),
  session_id: z.uuid(),
});

export interface SessionClaims {
  sessionId: string;
  /** Whom the token was signed for. Only the database knows whether the session is live, and whose it is. */
  personId: string;
}

/** One answer for every caller without a valid token. */
function notSignedIn(cause?: unknown): RequestError {
  return new RequestError('unauthenticated', 'Please sign in.', { cause });
}

/**
 * The claims of the request's Bearer token, after its signature, audience, issuer and expiry are checked. Every later
 * procedure checks the session itself, in its own transaction. So a session that ends in between does no harm.
 * @throws RequestError `unauthenticated`
 */
export async function readSessionClaims(
  request: Request,
  deps: Pick<FunctionDeps, 'signer' | 'now'>,
): Promise<SessionClaims> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) throw notSignedIn();
  try {
    const { payload } = await jwtVerify(token, deps.signer.verificationKey, {
      algorithms: [deps.signer.algorithm],
      audience: 'authenticated',
      issuer: deps.signer.issuer,
      requiredClaims: ['exp'],
      currentDate: deps.now(),
    });
    const claims = claimsSchema.parse(payload);
    return { sessionId: claims.session_id, personId: claims.sub };
  } catch (cause) {
    throw notSignedIn(cause);
  }
}
