import { counted } from '@corvane/shared/lib/counted';
import { UserError } from '@corvane/tools/command/user-error';
import type { OpsCommands } from '../command-line/ops-command.ts';

/** A run ends here, and the timer begins the next one. */
const MAX_CALLS = 50;

/** `send` is meant to run every few minutes. */
export const MAIL_COMMANDS: OpsCommands = {
  'mail send': {
    explains:
      'sends the mails on Monday, and again what failed: about requests and new work; meant for a timer',
    async run({ api, print }) {
      let sent = 0;
      for (let call = 0; call < MAX_CALLS; call += 1) {
        const run = await api.sendWaitingMails();
        sent += run.sent;
        if (run.failed > 0) {
          throw new UserError(
            `${counted(sent, 'mail')} sent, ${run.failed} refused. They stay on Today. See: ops doctor`,
          );
        }
        if (run.sent === 0) break;
      }
      print(`${counted(sent, 'mail')} sent.`);
    },
  },
};
