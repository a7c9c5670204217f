import { base64url } from 'jose';

const encoder = new TextEncoder();

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hex SHA-256. For secrets of 32 random bytes. An attacker cannot guess those, so they need no key and no slow hash. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/** What may stand between two letters of a sales ID. No letter does, so the search cannot go back and forth. */
const BETWEEN = '[^0-9A-Z]*';
const LETTER = `${BETWEEN}[0-9A-TV-Z]`;
/** Our sales IDs in a text, overlapping ones too: in their groups, or else at the start of a word, and with a digit. */
const OWN = new RegExp(
  `(?=(SR(?:${LETTER}[0-9A-TV-Z]{3}){3}(?![0-9A-Z])` +
    `|(?<![0-9A-Z])S${BETWEEN}R(?=(?:${LETTER}){0,11}${BETWEEN}[0-9])(?:${LETTER}){12}(?![0-9A-Z])))`,
  'g',
);

/** What stands in a copied source of HTML. A tag may also be an ID in brackets. */
const CHARACTER = /&#?\w{2,8};/g;
const TAG = /<\/?[A-Z][A-Z0-9]{0,9}(?:\s[^<>]*)?\/?>/g;

/** The surest of what looks like our sales IDs: names have no digits, and we write an ID without spaces. */
function surestOf(found: string[]): string | undefined {
  const sureness = (id: string) => 2 * Number(/[0-9]/.test(id)) + Number(!/\s/.test(id));
  return found.toSorted((a, b) => sureness(a) - sureness(b)).at(-1);
}

/** A digit of any script as ours. In Unicode, the ten digits of a script follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return `${before % 10}`;
}

/**
 * One spelling of a sales ID, however it was typed. Ours are read as Crockford's base 32 is: `O` is 0, `I` and `L` are 1,
 * only letters and digits count, and words may stand around it. An ID of another shape is only trimmed, in capitals.
 */
function normalizeSalesId(salesId: string): string {
  const text = salesId
    .normalize('NFKD')
    .toUpperCase()
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(CHARACTER, '-');
  const own = surestOf(
    [text, text.replace(TAG, '-')].flatMap((read) => Array.from(read.matchAll(OWN), ([, id = '']) => id)),
  );
  if (own === undefined) return salesId.normalize('NFKC').trim().toUpperCase();
  return own
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/.{4}(?=(?:.{4})*$)/g, '-$&');
}

/** HMAC-SHA256. Each kind of text begins with its own prefix, so no kind can replace another. */
export async function keyedDigest(text: string, pepper: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(pepper),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return crypto.subtle.sign('HMAC', key, encoder.encode(text));
}

async function hmacHex(text: string, pepper: string): Promise<string> {
  return toHex(await keyedDigest(text, pepper));
}

/**
 * Hex HMAC-SHA256 of the normalized sales ID. Sales IDs are short enough to guess. The key (pepper), which only the
 * functions hold, makes a copied database worthless.
 */
export function hashSalesId(salesId: string, pepper: string): Promise<string> {
  return hmacHex(normalizeSalesId(salesId), pepper);
}

/** A verification code is bound to these. The right code for another binding is wrong. */
interface CodeBinding {
  repId: string;
  /** Lower case. */
  email: string;
  verificationId: string;
}

/**
 * Hex HMAC-SHA256 of a six-digit code and its binding. The lower-case prefix separates it from sales IDs, which are
 * hashed in upper case with the same key.
 */
export function hashVerificationCode(code: string, bound: CodeBinding, pepper: string): Promise<string> {
  return hmacHex(
    ['verification-code', bound.repId, bound.verificationId, bound.email, code].join('\n'),
    pepper,
  );
}

/** A manager's code is bound to these: it opens Operations only for the session that asked for it. */
interface ManagerCodeBinding {
  repId: string;
  sessionId: string;
  codeId: string;
}

/** The same for a manager's code. The prefix separates it from a customer's. */
export function hashManagerCode(code: string, bound: ManagerCodeBinding, pepper: string): Promise<string> {
  return hmacHex(['manager-code', bound.repId, bound.sessionId, bound.codeId, code].join('\n'), pepper);
}

/**
 * The access token of a repeatable request. The same key and verification give the same token. Making one needs the
 * pepper and the key, and the key is stored nowhere here. The prefix has the same purpose as above.
 */
export async function deriveAccessToken(
  idempotencyKey: string,
  { repId, verificationId }: CodeBinding,
  pepper: string,
): Promise<string> {
  const digest = await keyedDigest(
    ['access-token', repId, verificationId, idempotencyKey].join('\n'),
    pepper,
  );
  return base64url.encode(new Uint8Array(digest));
}

/** Whether two secrets are equal, in a time that does not depend on where they differ. */
export async function isSameSecret(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([sha256Hex(a), sha256Hex(b)]);
  let difference = 0;
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
  return difference === 0;
}
