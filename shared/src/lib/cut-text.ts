/**
 * The first `max` UTF-16 code units of a text, without half a character at the cut: the server refuses a request with
 * one.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
