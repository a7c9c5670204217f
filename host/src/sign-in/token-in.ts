/** A token is 32 bytes in base64url. */
const TOKEN = '[\\w-]{43}';
/** The same, with what line breaks in mails, quoted replies and Markdown put before a character. */
const SPREAD = '(?:[=>|\\\\]*[\\w-]){43}';

const IN_LINK = new RegExp(`\\baccess=(${TOKEN})(?![\\w=-])`, 'i');
/** `3D` is how a mail in quoted-printable spells `=`. A forwarded source may have it twice. */
const IN_BROKEN_LINK = new RegExp(`\\baccess=(?:3D)*(${SPREAD})`, 'i');
const ELSEWHERE = [
  // The demo token has another length.
  /\baccess=(?:3D)*([\w.~-]*\w)/i,
  new RegExp(`(?:^|[^\\w-])(${TOKEN})(?![\\w-])`),
  /(?:^|[^\w-])((?:[\w-][\s=>|\\]{0,4}){43})[^\w-]*$/,
  new RegExp(`^(?:3D|__(?=.{43}__)|_)?(${TOKEN})_*\\W*$`),
];

/** A tag of a mail's source, and one that has no link. A token between angle brackets is longer than a tag's name. */
const TAG = /<\/?[a-z][a-z\d]{0,9}(?::[a-z]+)?(?:\s[^<>]*)?\/?>/gi;
const TAG_WITHOUT_LINK = new RegExp(TAG.source.replace('\\s', '\\s(?![^<>]*href)'), 'gi');

/** The access token in what a customer typed or pasted: the token, or the link, as mail programs change both. */
export function tokenIn(text: string): string {
  // The source of a mail may stand in another source. Some programs write invisible characters and hyphens of their own.
  const source = withEntities(withEntities(text.normalize('NFKC')))
    .replace(/\p{Cf}/gu, '')
    .replaceAll('—', '--')
    .replace(/[\p{Pd}−]/gu, '-');
  const plain = source.replace(TAG_WITHOUT_LINK, '\n').trim();
  const asPasted = unwrapped(plain);
  const inOneLine = unwrapped(plain.replace(/\s+/g, ''));
  const asRead = unwrapped(source.replace(TAG, '').replace(/\s+/g, ''));
  const found =
    find(asPasted, IN_LINK) ??
    find([...inOneLine, ...asRead], IN_LINK, IN_BROKEN_LINK) ??
    find([...asPasted, ...asRead], ...ELSEWHERE);
  return found?.replace(/[\s=>|\\]/g, '') ?? plain;
}

/** Characters of HTML as what they stand for. Other names are dropped, as those of invisible characters have to be. */
function withEntities(text: string): string {
  const named: Record<string, string> = {
    lt: '<',
    gt: '>',
    amp: '&',
    nbsp: ' ',
    quot: '"',
    equals: '=',
    sol: '/',
    colon: ':',
    quest: '?',
    period: '.',
    lowbar: '_',
    hyphen: '-',
  };
  return text.replace(/&(?:#(x?)([\da-f]{1,6})|([a-z]{2,16}));/gi, (_, hex, code, name) =>
    code ? String.fromCharCode(Number.parseInt(code, hex ? 16 : 10)) : (named[name.toLowerCase()] ?? ''),
  );
}

/** @param places where a token may stand, the surest first */
function find(texts: string[], ...places: RegExp[]): string | undefined {
  for (const place of places) {
    for (const text of texts) {
      const found = place.exec(text)?.[1];
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The text, and what it says without the addresses that mail scanners wrapped around its link. */
function unwrapped(text: string): string[] {
  const found = [text];
  let inner = text;
  // One scanner may wrap the link of another.
  for (let depth = 0; depth < 4; depth++) {
    inner = /u=https?-3A__/.test(inner)
      ? withCharacters(inner.replaceAll('_', '/'), /-([\dA-F]{2})/g)
      : withCharacters(inner, /(?:%|&#x|[%\\]u00)([\da-f]{2});?/gi).replace(/aHR0c[\w+/-]+/g, fromBase64);
    found.push(inner);
  }
  return found;
}

function withCharacters(text: string, codes: RegExp): string {
  return text.replace(codes, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function fromBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return text;
  }
}
