import { say } from '@corvane/tools/command/say';
import type { SiteState } from '../../store/site-state.ts';
import { tellChange } from './tell-change.ts';

/** Prints what is live, after a command that changed it, and tells those who asked to be told. */
export async function sayChanged(state: SiteState): Promise<void> {
  sayLive(state);
  await tellChange(state, say);
}

/** Prints what is live. */
export function sayLive({ revision, versions, canaries }: SiteState): void {
  const live = Object.entries(versions).map(([app, version]) => `${app} ${version}`);
  say(`Live, state ${revision}: ${live.join(', ')}`);
  for (const { app, version, percent } of canaries) say(`Canary: ${app} ${version} for ${percent} %`);
}
