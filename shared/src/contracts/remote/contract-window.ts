/** Why a host and a remote cannot work together. */
type ContractMismatch = 'remote-too-old' | 'remote-too-new';

/**
 * Host and remote work together when their contract versions are at most one apart: each team can ship a new version
 * before the other. null when they do.
 */
export function contractMismatch(hostVersion: number, remoteVersion: number): ContractMismatch | null {
  if (remoteVersion < hostVersion - 1) return 'remote-too-old';
  if (remoteVersion > hostVersion + 1) return 'remote-too-new';
  return null;
}
