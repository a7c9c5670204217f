import { OVERRIDE_KEY_TYPE } from '@corvane/shared/contracts/remote/override';
import { completeReleases } from '../compose/site-releases.ts';
import type { Destination } from '../store/destination.ts';
import type { SiteState } from '../store/site-state.ts';
import { type ChangedBy, changeLiveSite } from './change-site.ts';
import { rebasedCanaries } from './going-live/release-apps.ts';

/**
 * Makes a key that signs overrides and puts its public half into the site's settings. Overrides of the key before end.
 * @returns the live state, and the private half, which is stored nowhere.
 */
export async function newOverrideKey(
  destination: Destination,
  by: ChangedBy = {},
): Promise<{ state: SiteState; privateKey: string }> {
  const pair = await crypto.subtle.generateKey(OVERRIDE_KEY_TYPE, true, ['sign', 'verify']);
  const overrideKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
  const privateKey = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString(
    'base64url',
  );
  const state = await changeLiveSite(
    destination,
    async (live) => {
      const releases = completeReleases(live.registry);
      return {
        action: 'new override key',
        site: { ...live.state.site, overrideKey },
        releases,
        canaries: rebasedCanaries(live, releases),
      };
    },
    by,
  );
  return { state, privateKey };
}
