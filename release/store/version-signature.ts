import { z } from 'zod';

/** Below the root, beside the records: signatures come and go with keys, and a record never changes. */
export const SIGNATURES_DIRECTORY = 'signatures';

/** A signature over one published version, by one key. A version has one for each key that signed it. */
export const versionSignatureSchema = z.object({
  /** The signed text: JSON of a `SignedRelease`. */
  signed: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
});
export type VersionSignature = z.infer<typeof versionSignatureSchema>;

/** Where a signature is kept, relative to the root. An `@` is in no application's name, version or key. */
export function signatureFile(app: string, version: string, keyId: string): string {
  return `${SIGNATURES_DIRECTORY}/${app}@${version}@${keyId}.json`;
}
