/** The id that a parameter of the address names, in lower case; null for none or anything else. */
export function idInAddress(search: string, parameter: string): string | null {
  const id = new URLSearchParams(search).get(parameter)?.toLowerCase() ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}
