import {
  OVERRIDE_KEY_TYPE,
  OVERRIDE_LIFE_MS,
  OVERRIDE_SIGNATURE,
  type OverrideClaims,
} from '@corvane/shared/contracts/remote/override';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { expect, test, vi } from 'vitest';
import { applyOverride } from './apply-override.ts';

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/** A token for the claims, and the public key that proves it. */
async function signed(claims: OverrideClaims): Promise<{ token: string; key: string }> {
  const pair = await crypto.subtle.generateKey(OVERRIDE_KEY_TYPE, true, ['sign', 'verify']);
  const payload = new TextEncoder().encode(JSON.stringify(claims));
  const signature = await crypto.subtle.sign(OVERRIDE_SIGNATURE, pair.privateKey, payload);
  const key = base64url(await crypto.subtle.exportKey('raw', pair.publicKey));
  return { token: `${base64url(payload.buffer)}.${base64url(signature)}`, key };
}

/** Opens a page of a site with an override of the development server that lasts so long. */
async function openWithOverride(basename: string, lastsMs: number) {
  const override = 'marketing@http://localhost:5173';
  const { token, key } = await signed({ override, css: [], endsAt: Date.now() + lastsMs });
  const address = `https://corvane.example${basename}/pricing?tier=x&override=${override}&override-token=${token}#plans`;
  const replace = vi.fn();
  const location = Object.assign(new URL(address), { replace });
  const removeItem = vi.fn();
  const window = {
    location,
    history: {
      state: null,
      replaceState(_state: unknown, _title: string, url: string) {
        location.href = url;
      },
    },
    sessionStorage: { getItem: () => null, setItem: () => {}, removeItem },
    fetch: async () => Response.json({ key }),
  } as unknown as Window;
  const config = { basename, registry: { remotes: { marketing: {} } } } as unknown as PageConfig;
  expect(await applyOverride(config, window, vi.fn())).toBeNull();
  expect(removeItem).toHaveBeenCalledWith('host:override');
  return replace.mock.calls;
}

test.each(['', '/_preview/token'])(
  'a development server gets the same page of a site at "%s", without the signed token',
  async (basename) => {
    expect(await openWithOverride(basename, 60_000)).toEqual([
      ['http://localhost:5173/pricing?tier=x#plans'],
    ]);
  },
);

test('an override that would outlast every honest one is no override', async () => {
  expect(await openWithOverride('', OVERRIDE_LIFE_MS + 3_600_000)).toEqual([]);
  expect(await openWithOverride('', OVERRIDE_LIFE_MS)).toHaveLength(1);
});
