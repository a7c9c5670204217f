/** Control characters, and what else ends a line. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROLS = new RegExp(`(?:${CONTROL.source})+`, 'gu');
/** Never drawn: zero width, or turning the text around. Variation selectors stay: names are written with them. */
const INVISIBLE = /(?!\p{VS})[\p{Cf}\p{DI}]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');
/** The same without the two that join and part letters in messages. */
const INVISIBLE_IN_MESSAGES = /(?!\p{VS}|[\u200C\u200D])[\p{Cf}\p{DI}]/gu;

/**
 * Text for one line: of a form, a mail, a table, a terminal. What is not drawn goes, as it comes with pasting and forges
 * lines, headers and names; control characters and line breaks become a space.
 */
export function oneLine(text: string): string {
  return text.replace(ALL_INVISIBLE, '').replace(CONTROLS, ' ').trim();
}

/** Whether `oneLine` leaves a text as it is, but for spaces around it. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text) && !INVISIBLE.test(text);
}

/** Text of any number of lines, each as `oneLine` has it; what joins and parts letters stays. Ends of lines are `\n`. */
export function manyLines(text: string): string {
  return text
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE_IN_MESSAGES, '')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim();
}
