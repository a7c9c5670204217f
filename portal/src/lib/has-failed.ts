interface AskedQuery {
  data: unknown;
  isPlaceholderData: boolean;
  errorUpdateCount: number;
}

/**
 * The query failed and has had no answer since. This holds during a retry too: the error stays until an answer comes,
 * with its button busy and focused.
 */
export function hasFailed({ data, isPlaceholderData, errorUpdateCount }: AskedQuery): boolean {
  return errorUpdateCount > 0 && (data === undefined || isPlaceholderData);
}
