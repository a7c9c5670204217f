interface AskedQuery {
  data: unknown;
  isPlaceholderData: boolean;
  errorUpdateCount: number;
}

/**
 * What was asked for failed and was not answered since, also while it is asked for again: what says so stays until it
 * is got over, with its button busy and the focus on it.
 */
export function hasFailed({ data, isPlaceholderData, errorUpdateCount }: AskedQuery): boolean {
  return errorUpdateCount > 0 && (data === undefined || isPlaceholderData);
}
