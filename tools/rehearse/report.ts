/** Says and counts a promise: what it is, whether it was kept, and what was found. */
export type Check = (promise: string, isKept: boolean, found?: string) => void;

/** What a rehearsal says. */
export interface Report {
  say(line: string): void;
  check: Check;
}

/** Whether an apply went well on every machine, and had nothing to do. */
export const changedNothing = (said: string): boolean =>
  said.includes('failed=0') && !/(?:changed|failed|unreachable)=[1-9]/.test(said);

/** Ansible's counts of each machine, with the steps that changed something. */
export function recap(said: string): string {
  const hosts = [...said.matchAll(/^(\S+) +: ok=(\d+) +changed=(\d+) .*failed=(\d+)/gm)];
  const counts =
    hosts
      .map(([, host, ok, changes, failed]) => `${host} ok=${ok} changed=${changes} failed=${failed}`)
      .join(', ') || said.slice(-1500);
  const changed = [...said.matchAll(/^TASK \[(.*)\] \**\n(?:(?!TASK).*\n)*?changed: /gm)].map(
    ([, task]) => task,
  );
  return changed.length === 0 || changed.length > 9 ? counts : `${counts}: ${changed.join('; ')}`;
}
