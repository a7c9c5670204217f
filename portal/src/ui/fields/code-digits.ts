export const CODE_LENGTH = 6;

/** The digits of typed or pasted text. @example codeDigits('123 456') // '123456' */
export function codeDigits(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH);
}
