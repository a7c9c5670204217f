/** Why a host and a remote cannot work together. */
type ContractMismatch = 'remote-too-old' | 'remote-too-new';

/**
 * Host and remote work together when their contract versions differ by at most one. So each team can ship first.
 * @returns null when they work together
 */
export function contractMismatch(hostVersion: number, remoteVersion: number): ContractMismatch | null {
  if (remoteVersion < hostVersion - 1) return 'remote-too-old';
  if (remoteVersion > hostVersion + 1) return 'remote-too-new';
  return null;
}
