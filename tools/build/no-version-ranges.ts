/**
 * Replaces the federation plugin's own range check, which would add a semver implementation to every remote. No
 * range is declared. React is the host's. The contract's version says what a remote may rely on, and a release
 * checks it.
 */
export function satisfy(): boolean {
  return true;
}
