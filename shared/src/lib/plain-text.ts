/** Control characters, and other characters that end a line. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROLS = new RegExp(`(?:${CONTROL.source})+`, 'gu');
/** Characters that U+200C and U+200D join and separate: emoji of several people, letters of Persian and Hindi. */
const JOINABLE = String.raw`(?!\p{sc=Latin}|\p{sc=Greek}|\p{sc=Cyrillic})[\p{L}\p{M}\p{Extended_Pictographic}]`;
/**
 * Invisible characters: zero width, or changing the direction of text. Variation selectors stay, because names use
 * them.
 */
const INVISIBLE = new RegExp(String.raw`(?!\p{VS}|[\u200C\u200D](?=${JOINABLE}))[\p{Cf}\p{DI}]`, 'u');
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');

/**
 * Text for one line of a form, a mail, a table or a terminal. Invisible characters are removed: they come with
 * pasting and can forge lines, headers and names. Control characters and line breaks become a space.
 */
export function oneLine(text: string): string {
  return text.replace(ALL_INVISIBLE, '').replace(CONTROLS, ' ').trim();
}

/** Whether `oneLine` leaves a text unchanged, except for spaces around it. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text) && !INVISIBLE.test(text);
}

/**
 * Text of any number of lines, each as `oneLine` makes it. A line feed ends each line.
 */
export function manyLines(text: string): string {
  return text
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(ALL_INVISIBLE, '')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim();
}
