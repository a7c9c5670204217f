/** The access token in what a customer typed or pasted: the token itself, or the link that contains it. */
export function tokenIn(text: string): string {
  return /[?&]access=([\w.~-]+)/.exec(text)?.[1] ?? text.trim();
}
