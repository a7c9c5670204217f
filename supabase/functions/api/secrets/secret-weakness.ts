/** Published secrets: Supabase's tools and guides use them on every machine. */
const PUBLISHED: readonly string[] = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
];
/** Issuer of the API keys that Supabase publishes for local use. */
const PUBLISHED_ISSUER = 'supabase-demo';

/** Long words, or short ones that stand alone: a random secret contains `your_` or `dummy` one time in 400,000. */
const PLACEHOLDER =
  /change[-_ ]?(?:me|this)|replace[-_ ]?(?:me|this)|placeholder|example|your[-_ ].*(?:secret|key|token|pass|here)|(?<![a-z\d])dummy(?![a-z\d])|super[-_ ]?secret|password|gave[-_ ]you|^<.*>$|\.\.\.|…/i;

const MIN_LENGTH = 32;
/** By this measure, random hex of the minimum length has about 115, and decimal digits about 100. */
const MIN_BITS = 80;

function isPublished(secret: string): boolean {
  if (PUBLISHED.includes(secret)) return true;
  const payload = /^eyJ[\w-]*\.(eyJ[\w-]+)\./.exec(secret)?.[1];
  if (payload === undefined) return false;
  try {
    return atob(payload.replaceAll('-', '+').replaceAll('_', '/')).includes(`"${PUBLISHED_ISSUER}"`);
  } catch {
    return false;
  }
}

/** Bits per element, from how often each element occurs. */
function entropyOf(elements: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const element of elements) counts.set(element, (counts.get(element) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / elements.length) * Math.log2(count / elements.length);
  return bits;
}

/** Whether it repeats one text of at most half its length. */
function isRepetition(secret: string): boolean {
  for (let period = 1; period <= secret.length / 2; period++) {
    if (secret.startsWith(secret.slice(period))) return true;
  }
  return false;
}

/** Few different characters, one repeated text, or the alphabet in order. */
function variesLittle(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return isRepetition(secret) || Math.min(entropyOf(codes), entropyOf(steps)) * codes.length < MIN_BITS;
}

/** Why a password or key from another service is too weak. Null when it is not. */
export function placeholderWeakness(secret: string): string | null {
  if (isPublished(secret)) return 'is published, so anyone can use it: replace it';
  if (PLACEHOLDER.test(secret)) return 'is a placeholder: make a secret with `openssl rand -base64 48`';
  return null;
}

/** Why a secret of ours is too weak, without quoting it. Null when it is not. */
export function secretWeakness(secret: string): string | null {
  const weakness = placeholderWeakness(secret);
  if (weakness !== null) return weakness;
  if (secret.length < MIN_LENGTH) return `must have ${MIN_LENGTH} characters or more`;
  if (variesLittle(secret)) return 'must vary more: make a secret with `openssl rand -base64 48`';
  return null;
}
