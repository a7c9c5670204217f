import { say } from '@corvane/tools/command/say';
import { planPrune, prune } from '../change/prune/prune.ts';
import type { Destination } from '../store/destination.ts';
import type { ReleaseCommand } from './parse-release-arguments.ts';

/** `release prune`. @returns whether it removed anything */
export async function runPrune(
  destination: Destination,
  { dryRun }: Extract<ReleaseCommand, { name: 'prune' }>,
): Promise<boolean> {
  const plan = await planPrune(destination);
  const names = [...plan.versions, ...plan.paths];
  if (names.length === 0) say('Nothing is old enough to remove.');
  else say(`${dryRun ? 'Would remove' : 'Removing'} ${names.join(', ')}`);
  if (!dryRun) await prune(destination, plan);
  return !dryRun && names.length > 0;
}
