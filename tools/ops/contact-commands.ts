import { z } from 'zod';
import { oneLine } from '../../shared/src/lib/plain-text.ts';
import { UserError } from '../command/user-error.ts';
import type { OpsCommand } from './ops-command.ts';
import { required } from './required-option.ts';
import { tableRow } from './terminal-text.ts';

/** Longest part of a message that a list shows. */
const EXCERPT = 60;

/** The operator's commands for quarantined contact requests. */
export const CONTACT_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['contact', 'quarantined'],
    options: [],
    explains: 'lists quarantined contact requests, which a machine may have sent',
    async run({ api, print }) {
      const requests = await api.quarantinedRequests();
      if (requests.length === 0) print('None.');
      for (const { id, created_at, first_name, last_name, email, company, message } of requests) {
        const name = [first_name, last_name].filter(Boolean).join(' ');
        const excerpt = oneLine(message).replace(/\s+/g, ' ').slice(0, EXCERPT);
        print(tableRow([id, created_at, name, email, company, excerpt]));
      }
    },
  },
  {
    words: ['contact', 'release'],
    options: ['id'],
    explains: 'releases a request from quarantine and mails the team about it',
    async run({ api, options, print }) {
      const id = required(options, 'id');
      if (!z.uuid().safeParse(id).success) throw new UserError(`"${id}" is not the id of a request`);
      if (!(await api.releaseRequest(id))) throw new UserError(`There is no request ${id} in quarantine`);
      const isMailed = await api.notifyTeam(id);
      print(
        isMailed
          ? `${id} is released, and the team was mailed.`
          : `${id} is released; the team could not be mailed.`,
      );
    },
  },
];
