/** The id in a parameter of the address, in lower case. null if it is missing or invalid. */
export function idInAddress(search: string, parameter: string): string | null {
  const id = new URLSearchParams(search).get(parameter)?.toLowerCase() ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}
