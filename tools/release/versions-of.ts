import type { Registry } from '@corvane/shared/contracts/registry';

/** Live version per application; empty for a site that was never released. */
export function versionsOf(registry: Registry | null): Record<string, string> {
  if (registry === null) return {};
  const remotes = Object.entries(registry.remotes).map(([name, { version }]) => [name, version]);
  return { host: registry.host.version, ...Object.fromEntries(remotes) };
}
