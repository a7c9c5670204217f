import type { Registry } from './registry.ts';
/** Maps each application to its version in a composition. */
export declare function versionsOf({ host, remotes }: Pick<Registry, 'host' | 'remotes'>): Record<string, string>;
