import type { Registry } from './registry.ts';

/** Maps each application to its version in a composition. */
export function versionsOf({ host, remotes }: Pick<Registry, 'host' | 'remotes'>): Record<string, string> {
  const versions = Object.entries(remotes).map(([name, { version }]) => [name, version]);
  return { host: host.version, ...Object.fromEntries(versions) };
}
