/** What a text says as JSON; null when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The code by which the API names an error, such as `42501`; null for a text that is no answer of the API. */
export function errorCode(text: string): string | null {
  const parsed = parseJson(text) as { code?: unknown } | null;
  return typeof parsed?.code === 'string' ? parsed.code : null;
}
