import {
  OVERRIDE_KEY_TYPE,
  OVERRIDE_LIFE_MS,
  OVERRIDE_PARAMETER,
  OVERRIDE_SIGNATURE,
  OVERRIDE_TOKEN_PARAMETER,
  type OverrideClaims,
  parseOverride,
} from '@corvane/shared/contracts/remote/override';
import { UserError } from '@corvane/tools/command/user-error';
import { NOTHING_RELEASED } from '../../change/change-site.ts';
import type { Destination } from '../../store/destination.ts';
import type { SiteState } from '../../store/site-state.ts';

interface OverrideWish {
  remote: string;
  /** A version, the address of a preview, or the origin of a development server. */
  target: string;
}

interface SigningOptions {
  /** Private half of the site's key, PKCS #8 in base64url. */
  privateKey: string | undefined;
  now?: () => number;
}

/**
 * The address that shows another build of one remote in one tab, for a day.
 * @throws UserError for an invalid target, and without the site's key.
 */
export async function makeOverride(
  destination: Destination,
  { remote, target }: OverrideWish,
  { privateKey, now = Date.now }: SigningOptions,
): Promise<{ url: string; endsAt: Date }> {
  const state = await destination.pull();
  if (state === null) throw new UserError(NOTHING_RELEASED);
  if (state.versions[remote] === undefined || remote === 'host') {
    const known = Object.keys(state.versions).filter((app) => app !== 'host');
    throw new UserError(`There is no remote ${remote} on the site. It has ${known.join(', ')}.`);
  }
  const preview = /\/_preview\/([a-z0-9]{32})(?:$|[/?#])/.exec(target)?.[1];
  const version = preview === undefined ? target : await versionOfPreview(destination, remote, preview);
  const override = `${remote}@${version}`;
  const parsed = parseOverride(override);
  if (parsed === null)
    throw new UserError(
      `"${target}" is not a version, a preview, or a server of this machine such as http://localhost:5173`,
    );
  const css = 'version' in parsed.to ? await stylesheetsOf(destination, remote, parsed.to.version) : [];
  const endsAt = now() + OVERRIDE_LIFE_MS;
  const url = new URL(state.site.siteUrl);
  url.searchParams.set(OVERRIDE_PARAMETER, override);
  url.searchParams.set(OVERRIDE_TOKEN_PARAMETER, await sign({ override, css, endsAt }, state, privateKey));
  return { url: url.href, endsAt: new Date(endsAt) };
}

async function versionOfPreview(destination: Destination, remote: string, token: string): Promise<string> {
  const gone = new UserError('There is no such preview. It may have ended or expired.');
  const isThere = (await destination.list('previews')).some(({ name }) => name === token);
  if (!isThere) throw gone;
  await destination.pullPreview(token);
  const { remotes } = await destination.store.registryOfPreview(token);
  const version = remotes[remote]?.version;
  if (version === undefined) throw gone;
  return version;
}

async function stylesheetsOf(destination: Destination, remote: string, version: string): Promise<string[]> {
  const record = (await destination.records()).find((one) => one.app === remote && one.version === version);
  if (record === undefined)
    throw new UserError(`${remote} ${version} was never published here, or was pruned`);
  return record.css;
}

async function sign(
  claims: OverrideClaims,
  { site }: SiteState,
  privateKey: string | undefined,
): Promise<string> {
  if (site.overrideKey === undefined)
    throw new UserError('This site takes no overrides yet: make a key with "release override-key"');
  if (!privateKey)
    throw new UserError('Set OVERRIDE_KEY to the key that "release override-key" printed for this site');
  const key = await crypto.subtle
    .importKey('pkcs8', Buffer.from(privateKey, 'base64url'), OVERRIDE_KEY_TYPE, true, ['sign'])
    .catch(() => null);
  if (key === null || (await publicHalf(key)) !== site.overrideKey)
    throw new UserError('OVERRIDE_KEY is not the key of this site. A newer one may have been made.');
  const payload = Buffer.from(JSON.stringify(claims));
  const signature = await crypto.subtle.sign(OVERRIDE_SIGNATURE, key, payload);
  return `${payload.toString('base64url')}.${Buffer.from(signature).toString('base64url')}`;
}

async function publicHalf(key: CryptoKey): Promise<string> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}
