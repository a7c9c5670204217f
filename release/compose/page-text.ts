/** A composed page without comments, by which React parts a text, and without scripts and styles. JSON stays. */
export function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script(?![^>]*json)|style)\b[^>]*>.*?<\/(?:script|style)>/gs, '');
}

/** The element, attribute or field of JSON around a place of a page, for messages. */
export function fieldAt(text: string, index: number): string {
  const before = text.slice(0, index);
  const tag = before.slice(before.lastIndexOf('<'));
  const [, element = ''] = /^<(\w+)/.exec(tag) ?? /<(\w+)[^<]*<[^<]*$/.exec(before) ?? [];
  const [, field = element] = /([\w-]+)"?\s*[=:]\s*"[^"]*$/.exec(tag) ?? [];
  return field;
}
