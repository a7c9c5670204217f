import type { Registry } from './registry.ts';

/** Application to the version that a composition has of it. */
export function versionsOf({ host, remotes }: Pick<Registry, 'host' | 'remotes'>): Record<string, string> {
  const versions = Object.entries(remotes).map(([name, { version }]) => [name, version]);
  return { host: host.version, ...Object.fromEntries(versions) };
}
