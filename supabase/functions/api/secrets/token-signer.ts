import type { JWK } from 'jose';
import { z } from 'zod';

/** Signs and verifies session tokens. */
export interface TokenSigner {
  algorithm: 'HS256' | 'ES256';
  /** `kid` in each token's header, by which the API finds the public key. The shared secret has none. */
  keyId?: string;
  signingKey: Uint8Array | JWK;
  /** The shared secret itself, or the public half of the signing key. */
  verificationKey: Uint8Array | JWK;
  issuer: string;
}

const coordinate = z.string().regex(/^[\w-]{43}$/);

/** A private P-256 key in the format of `supabase gen signing-key --algorithm ES256`. Other fields are ignored. */
const ecKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.literal('ES256').optional(),
  kid: z.string().min(1),
  x: coordinate,
  y: coordinate,
  d: coordinate,
});

/** The official CLI uses this key on every machine. */
const PUBLISHED_KEY = 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU';

/** Turns the variable's text into a signing key. If the text is not a key, the issue does not contain it. */
export const signingKeySchema = z.string().transform((text, context) => {
  try {
    const parsed = ecKeySchema.safeParse(JSON.parse(text));
    if (parsed.success && parsed.data.d !== PUBLISHED_KEY) return parsed.data;
    if (parsed.success) {
      context.addIssue({ code: 'custom', message: 'is published, so anyone can use it: replace it' });
      return z.NEVER;
    }
  } catch {
    // Reported below: a parser's message would quote the key.
  }
  context.addIssue({ code: 'custom', message: 'is not a private ES256 key in JWK form with a kid' });
  return z.NEVER;
});

/** HS256, with the secret that the project's API checks tokens with. */
export function sharedSecretSigner(secret: string, issuer: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  return { algorithm: 'HS256', signingKey: key, verificationKey: key, issuer };
}

/** ES256, with a private key that was imported into the project, so that its API has the public half. */
export function signingKeySigner(
  { kid, x, y, d }: z.output<typeof signingKeySchema>,
  issuer: string,
): TokenSigner {
  // Without `key_ops`: the generated ones name both uses, which a private key may not have.
  const publicKey = { kty: 'EC', crv: 'P-256', x, y };
  return {
    algorithm: 'ES256',
    keyId: kid,
    signingKey: { ...publicKey, d },
    verificationKey: publicKey,
    issuer,
  };
}
