import type { Registry } from './registry.ts';
/** Application to the version that a composition has of it. */
export declare function versionsOf({ host, remotes }: Pick<Registry, 'host' | 'remotes'>): Record<string, string>;
