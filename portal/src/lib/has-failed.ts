interface AskedQuery {
  data: unknown;
  isPlaceholderData: boolean;
  errorUpdateCount: number;
}

/**
 * The query failed and has had no answer since. This is also true during a retry: the error stays until an answer
 * arrives, with its button busy and focused.
 */
export function hasFailed({ data, isPlaceholderData, errorUpdateCount }: AskedQuery): boolean {
  return errorUpdateCount > 0 && (data === undefined || isPlaceholderData);
}
