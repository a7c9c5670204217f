import path from 'node:path';
import { runCommand, untilStopped } from '../../command/run-command.ts';
import { forwardToBackend } from '../../gateway/requests/forward-to-backend.ts';
import { openServer } from '../../process/open-server.ts';
import { startMailCatcher } from '../../stack/backend/mail/mail-catcher.ts';
import { startSite } from '../../stack/start-site.ts';

/** What the process says once it serves. */
export interface ServedBackend {
  /** Document root of the released site. */
  siteRoot: string;
  /** Serves `/rest/v1/`. */
  restPort: number;
  mailPort: number;
}

const MAX_BODY_BYTES = 64 * 1024;

/**
 * A released site with its API on PostgreSQL, in a process of its own. So its processor time can be told from the
 * generator's. The settings come in the environment, as for `start`. It believes the address in `X-Forwarded-For`, as
 * an API behind our edge does.
 */
runCommand(async () => {
  const site = await startSite(process.env, () => {});
  const catcher = await startMailCatcher(path.join(process.env.DATA_DIR ?? '', 'caught'));
  const backend = {
    fetch: (request: Request) =>
      site.backend.fetch(request, { ip: request.headers.get('x-forwarded-for') ?? '127.0.0.1' }),
    healthy: () => site.backend.healthy(),
  };
  const { port, serve, close } = await openServer(0, '127.0.0.1', { keepAliveTimeout: 60_000 });
  serve((request, response) => {
    forwardToBackend(backend, request, response, { maxBodyBytes: MAX_BODY_BYTES }).catch(() =>
      response.destroy(),
    );
  });
  const served: ServedBackend = { siteRoot: site.siteRoot, restPort: port, mailPort: catcher.port };
  process.send?.(served);
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone keeps nothing alive.
  process.channel?.unref();
  await untilStopped();
  await close();
  await catcher.close();
  await site.close();
});
