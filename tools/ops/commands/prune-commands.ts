import type { OpsCommand } from '../ops-command.ts';

/** `release prune` has the bucket's credential and no key of the project, so its unit notes the run with this one. */
export const PRUNE_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['prune', 'noted'],
    options: [],
    explains: 'notes for the doctor that `release prune` has just finished',
    async run({ api, print }) {
      await api.rpc('record_upkeep_run', { job_param: 'prune', detail_param: {} });
      print('The run is noted.');
    },
  },
];
