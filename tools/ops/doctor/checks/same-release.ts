import { parseJson } from '../../../command/parse-json.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';
import { liveSchema } from './versions.ts';

/** A web machine follows the bucket some seconds after the last time, and fetches a release within this. */
const FOLLOWING_MS = 120_000;

export const SAME_RELEASE: DoctorCheck = {
  name: 'same-release',
  asks: 'Do all web machines serve the same release?',
  mend: 'On the machine that is behind: `journalctl -u corvane-follow` says why it does not follow the bucket.',
  async look(look) {
    if (look.machines.length === 1) return right('one web machine was looked at');
    const live = await Promise.all(
      look.machines.map(async (one) => {
        const { body } = await one.site('/healthz');
        const { versions, canary, changedAt = '' } = liveSchema.parse(parseJson(body));
        return { machine: one.machine, changedAt, release: JSON.stringify([versions, canary, changedAt]) };
      }),
    );
    const newest = live.reduce((one, other) => (other.changedAt > one.changedAt ? other : one));
    const behind = live.filter(({ release }) => release !== newest.release);
    if (behind.length === 0) return right(`${live.length} machines serve the same`);
    if (look.now() - Date.parse(newest.changedAt) < FOLLOWING_MS)
      return right('a release is just arriving at the machines');
    return wrong(`${behind.map(({ machine }) => machine).join(', ')} serves another than ${newest.machine}`);
  },
};
