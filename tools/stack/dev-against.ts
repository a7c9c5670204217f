import { buildApp } from '../build/build-app.ts';
import { readArguments } from '../command/read-arguments.ts';
import { untilStopped } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { REMOTES } from '../workspace/apps.ts';
import { serveRemoteAgainstSite } from './remote-against-site.ts';
import { readSettings } from './settings.ts';

/** One remote from source, on a deployed site. */
interface DevAgainst {
  remote: string;
  siteUrl: string;
}

/**
 * @returns null for `dev` alone, which runs everything from source.
 * @throws UserError for anything else than `dev <remote> --against <site>`.
 */
export function readDevArguments(args: readonly string[]): DevAgainst | null {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: { against: { type: 'string' } },
  });
  const [remote, extra] = positionals;
  if (remote === undefined && values.against === undefined) return null;
  if (remote === undefined || !REMOTES.includes(remote) || extra !== undefined)
    throw new UserError(`Which remote? dev <${REMOTES.join(' | ')}> --against https://corvane.example`);
  const siteUrl = URL.parse(values.against ?? '');
  if (siteUrl === null || !/^https?:$/.test(siteUrl.protocol) || siteUrl.pathname !== '/')
    throw new UserError(`dev ${remote} needs a site: dev ${remote} --against https://corvane.example`);
  return { remote, siteUrl: siteUrl.origin };
}

export async function devAgainst({ remote, siteUrl }: DevAgainst): Promise<void> {
  const stopped = untilStopped();
  const { port } = readSettings(process.env);
  const server = await serveRemoteAgainstSite({ remote, siteUrl, port, build: () => buildApp(remote) });
  console.log(`
  Site   http://localhost:${server.port}  (${siteUrl}, with ${remote} from source: reload to see a change)
`);
  await stopped;
  await server.close();
}
