interface NetworkInformation {
  saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  effectiveType?: string;
}

/** The connection is metered, or as slow as one of these. False if the browser does not say. */
export function isConnectionSpared(slow: RegExp): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || slow.test(connection?.effectiveType ?? '');
}
