export const CODE_LENGTH = 6;

/** The digits of typed or pasted text, also wide, Arabic and Persian ones. @example codeDigits('123 456') // '123456' */
export function codeDigits(text: string): string {
  const digits = text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
  return digits.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH);
}
