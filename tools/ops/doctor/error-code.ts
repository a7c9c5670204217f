import { parseJson } from '../../command/parse-json.ts';

/** The code by which the API names an error, such as `42501`. Null for a text that is no answer of the API. */
export function errorCode(text: string): string | null {
  const parsed = parseJson(text) as { code?: unknown } | null;
  return typeof parsed?.code === 'string' ? parsed.code : null;
}
