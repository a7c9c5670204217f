import { expect, test } from 'vitest';
import { tokenIn } from './token-in.ts';

const TOKEN = 'q3J_-x0--Zk_'.padEnd(43, 'a');
const LINK = `https://corvane.example/comparison?access=${TOKEN}`;
const encoded = encodeURIComponent;
/** Proofpoint's second version: `%` becomes `-`, and `/` becomes `_`. */
const proofpoint = encoded(LINK)
  .replaceAll('-', '%2D')
  .replaceAll('_', '%5F')
  .replaceAll('%2F', '_')
  .replaceAll('%', '-');
const DIGEST = 'b'.repeat(43);
const safeLink = (link: string) =>
  `https://eur02.safelinks.protection.outlook.com/?url=${encoded(link)}&data=05%7C02%7C&sdata=${DIGEST}%3D&reserved=0`;

/** Regression: a customer has a link, not a token. Pasted as it is, a good link was refused. */
test.each([
  ['a token', TOKEN],
  ['a link', LINK],
  [
    'a link with more in it',
    `https://corvane.example/pricing?plan=moonshot&access=${TOKEN}&utm_source=mail#top`,
  ],
  ['a link between angle brackets', ` <${LINK}> `],
  ['a link without its scheme', LINK.slice('https://'.length)],
  ['a link of HTML source', `https://corvane.example/pricing?plan=moonshot&amp;access&#x3D;${TOKEN}&amp;a=1`],
  ['the answer to a mail', `Dana wrote:\n> Open ${LINK}\n> Regards`],
])('%s becomes the token', (_, text) => {
  expect(tokenIn(text)).toBe(TOKEN);
});

/** Regression: each of these cost the customer an attempt. */
test.each([
  ['Outlook SafeLinks', safeLink(LINK)],
  ['SafeLinks twice', safeLink(safeLink(LINK))],
  ['Proofpoint 1', `https://urldefense.proofpoint.com/v1/url?u=${encoded(LINK)}&k=abc%3D&s=${DIGEST}`],
  ['Proofpoint 2', `https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMFaQ&c=${DIGEST}&r=x_y-z`],
  ['Proofpoint 3', `https://urldefense.com/v3/__${LINK}__;!!${DIGEST}$`],
  [
    'Proofpoint 2 in SafeLinks',
    safeLink(`https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMFaQ&r=x_y-z`),
  ],
  ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded(LINK).replaceAll('%3D', '%3d')}&c=E,1,x`],
  ['Cisco', `https://secure-web.cisco.com/1${DIGEST}/${encoded(LINK)}`],
  ['Google', `https://www.google.com/url?q=${LINK.replace('=', '%3D')}&source=gmail&usg=${DIGEST}`],
  [
    'Trend Micro',
    `https://us.ctp.trendmicro.com:443/wis/clicktime/v1/query?url=${encoded(LINK)}&umid=${DIGEST.slice(9)}&auth=${'c'.repeat(40)}`,
  ],
  ['Symantec', `https://clicktime.symantec.com/${'3'.repeat(26)}?u=${encoded(LINK)}`],
  [
    'Symantec with a check',
    `https://clicktime.symantec.com/15siFCuJ?h=${encoded(`${DIGEST}=`)}&u=${encoded(LINK)}`,
  ],
  ['FireEye', `https://protect2.fireeye.com/v1/url?k=${DIGEST}&q=1&e=9f&u=${encoded(LINK)}`],
  ['Libraesva', `https://urlsand.esvalabs.com/?u=${encoded(LINK)}&e=9f&h=9f&f=n&p=y`],
  ['Check Point', `https://url.avanan.click/v2/___${LINK}___.YXAzOm15`],
  ['Forcepoint', `https://www.mailcontrol.com/sr/${DIGEST.slice(20)}==?url=${encoded(encoded(LINK))}`],
  [
    'Sophos',
    `https://eu-west-1.protection.sophos.com/?d=corvane.example&u=${encoded(btoa(LINK))}&h=${DIGEST}`,
  ],
])('a link wrapped by %s becomes the token', (_, text) => {
  expect(tokenIn(text)).toBe(TOKEN);
  expect(tokenIn(`${text.slice(0, 76)}\r\n${text.slice(76)}`)).toBe(TOKEN);
});

test.each([
  ['by a line break', (head: string, rest: string) => `${head}\r\n${rest}`],
  ['by a space, as a field without lines pastes it', (head: string, rest: string) => `${head} ${rest}`],
  ['in quoted-printable', (head: string, rest: string) => `${head.replace('s=', 's=3D')}=\n${rest}`],
  [
    'in quoted-printable, forwarded so',
    (head: string, rest: string) => `${head.replace('s=', 's=3D3D')}=\n${rest}`,
  ],
  ['in quoted-printable without its lines', (head: string, rest: string) => `${head}=${rest}`],
  ['in a quoted reply of an older mail program', (head: string, rest: string) => `| ${head}\n| ${rest}`],
  ['in a quoted reply', (head: string, rest: string) => `> ${head}\n> ${rest}\n> Regards, Dana`],
  ['before other words', (head: string, rest: string) => `Open ${head}\n${rest} Regards, Dana`],
])('a link broken %s becomes the token', (_, broken) => {
  for (const at of [20, LINK.length - 43, LINK.length - 30, LINK.length - 1]) {
    expect(tokenIn(broken(LINK.slice(0, at), LINK.slice(at)))).toBe(TOKEN);
  }
});

/** Regression: the source of a mail, or a copy from some programs, has tags where its lines break. */
test.each([
  '<br>',
  '<BR />',
  '<br>\r\n',
  '<wbr>',
  '</span><span style="color: #000">',
  '&lt;br&gt;',
  '<br class="x">',
  '<u>',
  '</mark>',
  '</td><td style="color: #000" dir=ltr>',
  '<code>',
  '</a><a>',
  '</a><a href="https://corvane.example/comparison">',
  '<o:p></o:p>',
  '&lt;u&gt;',
  '&nbsp;',
])('a token broken by %j is found', (tag) => {
  for (const text of [LINK, TOKEN]) {
    for (const at of [text.length - 43, text.length - 20, text.length - 1]) {
      if (at > 0) expect(tokenIn(`${text.slice(0, at)}${tag}${text.slice(at)}`)).toBe(TOKEN);
    }
    expect(tokenIn(`${text}${tag}Regards,${tag}Dana`)).toBe(TOKEN);
  }
  expect(tokenIn(`<p>Open <a href="${LINK}">the link</a>${tag}Regards</p>`)).toBe(TOKEN);
});

/** Regression: mail programs write an invisible character of the source as HTML. */
test.each(['&#8203;', '&#x200b;', '&#x200B;&ZeroWidthSpace;', '&shy;', '&#173;', '&amp;shy;'])(
  'a token with %s in it is found',
  (character) => {
    for (const text of [LINK, TOKEN])
      for (const at of [text.length - 20, text.length - 1])
        expect(tokenIn(`${text.slice(0, at)}${character}${text.slice(at)}`)).toBe(TOKEN);
  },
);

/** Regression: punctuation by its HTML name was dropped, and the link with it. */
test.each([
  ['=', '&equals;'],
  ['_', '&lowbar;'],
  ['-', '&hyphen;'],
  ['/', '&sol;'],
  [':', '&colon;'],
  ['?', '&quest;'],
  ['.', '&period;'],
])('a link with each %s as %s is found', (character, name) => {
  expect(tokenIn(LINK.replaceAll(character, name))).toBe(TOKEN);
  expect(tokenIn(safeLink(LINK).replaceAll(character, name))).toBe(TOKEN);
});

test.each([
  `Token: ${TOKEN}`,
  `Your access token is ${TOKEN}.`,
  `Token: ${TOKEN.slice(0, 20)}\n${TOKEN.slice(20)}`,
  `3D${TOKEN}`,
  ...['.', ')', '>', '”', '*', '\u200B', '.\u200B', '_', ',', '»', ']', "'"].flatMap((end) => [
    `${LINK}${end}`,
    `${TOKEN}${end}`,
  ]),
  `\u2066${LINK}\u2069`,
  `[the link](${LINK})`,
  `*${TOKEN}*`,
  `_${TOKEN}_`,
  LINK.replace('_', '\\_'),
  LINK.replace('--', '‑‑'),
  LINK.replace('--', '—'),
  LINK.replaceAll('-', '−'),
  LINK.replace('=', '\\u003d'),
  LINK.replace('=', '&#61;'),
  `<v:rect href="${LINK}"></v:rect>`,
  `<${TOKEN}>`,
  `__${TOKEN}__`,
  `\uFEFF${TOKEN.slice(0, 9)}\u00AD${TOKEN.slice(9)}`,
])('the token is found in %j', (text) => {
  expect(tokenIn(text)).toBe(TOKEN);
});

test('a token that begins as an encoded character stays whole', () => {
  const token = '3D'.padEnd(43, 'b');
  expect(tokenIn(token)).toBe(token);
  expect(tokenIn(`https://corvane.example/comparison?access=${token}`)).toBe(token);
  expect(tokenIn(`https://corvane.example/comparison?access=3D${token}`)).toBe(token);
});

test('other text stays what it is, and a token of another length is found in its link', () => {
  expect(tokenIn(' access ')).toBe('access');
  expect(tokenIn('DEMO-ACCESS-2022')).toBe('DEMO-ACCESS-2022');
  expect(tokenIn('https://corvane.example/comparison?access=DEMO-ACCESS-2022.')).toBe('DEMO-ACCESS-2022');
  expect(tokenIn(safeLink('https://corvane.example/comparison?access=DEMO-ACCESS-2022'))).toBe(
    'DEMO-ACCESS-2022',
  );
  expect(tokenIn('https://corvane.example/comparison')).toBe('https://corvane.example/comparison');
});

test('a long text is read in a moment', () => {
  const started = performance.now();
  for (const part of ['a ', 'access=', '%3D', '_', '=>', 'aHR0c', 'u=https-3A__']) {
    tokenIn(part.repeat(100_000 / part.length));
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});
