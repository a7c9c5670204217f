import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  PAGE_CONFIG_ELEMENT_ID,
  type PageConfig,
  type PageOverride,
} from '@corvane/shared/contracts/remote/page-config';
import { type BuildDescription, describeBuild } from '../../release/build/describe-build.ts';
import type { AppBuild } from '../build/build-app.ts';
import { sendFile } from '../gateway/files/send-file.ts';
import { LOOPBACK } from '../gateway/gateway.ts';
import { allowedHosts, isForAllowedHost } from '../gateway/requests/allowed-hosts.ts';
import { answerPlainError } from '../gateway/requests/edge-errors.ts';
import { runRequest } from '../gateway/requests/run-request.ts';
import { openServer } from '../process/open-server.ts';
import { devErrorPage } from './dev-error-page.ts';

interface AgainstOptions {
  remote: string;
  /** Origin of the deployed site. */
  siteUrl: string;
  /** 0 for any free one. */
  port: number;
  /** Builds the remote, unless its source is unchanged. */
  build(): Promise<AppBuild>;
}

interface Built {
  clientDir: string;
  base: string;
  description: BuildDescription;
}

/** Of a request to the site, and of its answers. A browser's `Origin` and `Referer` name this machine. */
const NOT_SENT = ['host', 'connection', 'origin', 'referer', 'accept-encoding', 'content-length', 'upgrade'];
const NOT_ANSWERED = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
];

/**
 * A deployed site at this machine's address, with one remote from source. All other files, and the API, are the site's own.
 * The remote is built again when its source has changed, as it would be released.
 */
export async function serveRemoteAgainstSite(
  options: AgainstOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const { remote, siteUrl, build } = options;
  const { port, serve, close } = await openServer(options.port, LOOPBACK);
  const hosts = allowedHosts(port, `http://localhost:${port}`);
  let built: Built | null = null;
  const buildAgain = async (): Promise<Built> => {
    const made = await build();
    const description = await describeBuild(made);
    built = { clientDir: made.clientDir, base: `/remotes/${remote}/${description.version}/`, description };
    return built;
  };
  serve((request, response) => {
    if (!isForAllowedHost(request, hosts)) return answerPlainError(response, 400);
    runRequest(response, async () => {
      const pathname = (request.url ?? '/').split('?')[0] ?? '/';
      const file =
        built !== null && pathname.startsWith(built.base) ? pathname.slice(built.base.length) : null;
      if (built !== null && file !== null && built.description.files.includes(file))
        return sendFile(request, response, path.join(built.clientDir, file), 200, 'no-store');
      const answer = await ask(siteUrl, request).catch(() => null);
      if (answer === null) return answerPlainError(response, 502);
      copyHeaders(answer, response, siteUrl);
      const isPage = /^text\/html/.test(answer.headers.get('content-type') ?? '');
      if (!isPage) {
        response.writeHead(answer.status);
        if (answer.body === null) response.end();
        else await pipeline(Readable.fromWeb(answer.body as never), response);
        return;
      }
      const html = await answer.text();
      response.setHeader('Cache-Control', 'no-store');
      const page = await buildAgain().then(
        (made) => ({ status: answer.status, html: withOverride(html, made, options) }),
        (error: Error) => ({ status: 500, html: devErrorPage(error) }),
      );
      response.writeHead(page.status).end(page.html);
    });
  });
  return { port, close };
}

function ask(siteUrl: string, request: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !NOT_SENT.includes(name)) headers.set(name, String(value));
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return fetch(siteUrl + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(hasBody ? { body: Readable.toWeb(request) as never, duplex: 'half' } : {}),
  } as RequestInit);
}

function copyHeaders(answer: Response, response: ServerResponse, siteUrl: string): void {
  for (const [name, value] of answer.headers) {
    if (!NOT_ANSWERED.includes(name)) response.setHeader(name, value.replaceAll(siteUrl, ''));
  }
  const cookies = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/; *(Domain=[^;]*|Secure)/gi, ''));
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
}

/** The page with the remote's own build in its configuration. */
function withOverride(
  html: string,
  { base, description }: Built,
  { remote, siteUrl }: AgainstOptions,
): string {
  const block = new RegExp(
    `(<script type="application/json" id="${PAGE_CONFIG_ELEMENT_ID}">)(.*?)(</script>)`,
    's',
  );
  const override: PageOverride = {
    remote,
    version: description.version,
    base,
    css: description.css,
    label: `${remote} from this machine, on ${new URL(siteUrl).host}`,
    leaveUrl: siteUrl,
  };
  return html.replace(block, (_whole, begin: string, json: string, end: string) => {
    const config: PageConfig = { ...(JSON.parse(json) as PageConfig), override };
    return begin + JSON.stringify(config).replaceAll('<', '\\u003c') + end;
  });
}
