/** The first `max` UTF-16 code units, without half a character, which the server would refuse. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
