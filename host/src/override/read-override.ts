import {
  OVERRIDE_KEY_FILE,
  OVERRIDE_KEY_TYPE,
  OVERRIDE_LIFE_MS,
  OVERRIDE_PARAMETER,
  OVERRIDE_SIGNATURE,
  OVERRIDE_TOKEN_PARAMETER,
  type OverrideClaims,
  type OverrideTarget,
  parseOverride,
} from '@corvane/shared/contracts/remote/override';
import type { PlainStorage } from '@corvane/shared/lib/storage-of';
import { OVERRIDE_STORAGE_KEY } from './is-overridden.ts';

export interface SignedOverride extends OverrideTarget {
  css: string[];
  endsAt: number;
}

interface OverrideSource {
  location: Pick<Location, 'href'>;
  history: Pick<History, 'state' | 'replaceState'>;
  /** As long as the tab. */
  storage: PlainStorage;
  fetch: typeof fetch;
  now(): number;
}

/** The clock of the signing machine may be this far ahead. */
const LEEWAY_MS = 10 * 60_000;

/**
 * The override in this tab's address, or an earlier one. It removes the parameter from the address, and checks the
 * signature on each page again. null without a valid signature.
 * @param basename as in `PageConfig`
 */
export async function readOverride(
  { location, history, storage, fetch, now }: OverrideSource,
  basename: string,
): Promise<SignedOverride | null> {
  const url = new URL(location.href);
  const asked = url.searchParams.get(OVERRIDE_TOKEN_PARAMETER);
  const override = url.searchParams.get(OVERRIDE_PARAMETER);
  if (asked !== null) {
    url.searchParams.delete(OVERRIDE_TOKEN_PARAMETER);
    url.searchParams.delete(OVERRIDE_PARAMETER);
    history.replaceState(history.state, '', url.href);
  }
  const token = asked ?? storage.getItem(OVERRIDE_STORAGE_KEY) ?? '';
  const claims = await readClaims(token, () => readKey(fetch, basename)).catch(() => null);
  const target = claims === null ? null : parseOverride(claims.override);
  const isAsked = asked === null || claims?.override === override;
  if (claims === null || target === null || !isAsked || !isInTime(claims, now())) {
    storage.removeItem(OVERRIDE_STORAGE_KEY);
    return null;
  }
  storage.setItem(OVERRIDE_STORAGE_KEY, token);
  return { ...target, css: claims.css, endsAt: claims.endsAt };
}

function isInTime({ endsAt }: OverrideClaims, now: number): boolean {
  return endsAt > now && endsAt <= now + OVERRIDE_LIFE_MS + LEEWAY_MS;
}

/** @throws if the token is not signed with the site's key */
async function readClaims(token: string, readKey: () => Promise<CryptoKey>): Promise<OverrideClaims> {
  const [payload, signature] = token.split('.').map(bytesOf);
  if (payload === undefined || signature === undefined) throw new Error('No token');
  if (!(await crypto.subtle.verify(OVERRIDE_SIGNATURE, await readKey(), signature, payload)))
    throw new Error('Forged');
  return JSON.parse(new TextDecoder().decode(payload)) as OverrideClaims;
}

async function readKey(fetch: OverrideSource['fetch'], basename: string): Promise<CryptoKey> {
  const answer = await fetch(`${basename}/${OVERRIDE_KEY_FILE}`, { cache: 'no-cache' });
  const { key } = (await answer.json()) as { key: string };
  return crypto.subtle.importKey('raw', bytesOf(key), OVERRIDE_KEY_TYPE, false, ['verify']);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
