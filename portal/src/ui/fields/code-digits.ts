export const CODE_LENGTH = 6;

/** The digits of typed or pasted text, also wide, Arabic and Persian ones. @example codeDigits('123 456') // '123456' */
export function codeDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH);
}
