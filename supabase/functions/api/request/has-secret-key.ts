import { isSameSecret } from '../secrets/credential-hash.ts';

/** Whether the caller acts as the project itself: one of its secret keys, as `apikey` or bearer token. */
export async function hasSecretKey(request: Request, secretKeys: readonly string[]): Promise<boolean> {
  const presented =
    request.headers.get('apikey') ??
    /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ??
    '';
  const matches = await Promise.all(secretKeys.map((key) => isSameSecret(presented, key)));
  return matches.includes(true);
}
