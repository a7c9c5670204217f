import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer as createVite } from 'vite';
import { withBrandFiles } from '../build/brand-files.ts';
import { refuseUnreadablePath } from '../build/build-app.ts';
import { stylesheetPipeline } from '../build/vite-config.ts';
import { runCommand, untilStopped } from '../command/run-command.ts';
import { isInboxPath, MAX_INBOX_BODY_BYTES } from '../gateway/gateway.ts';
import { allowedHosts, isForAllowedHost } from '../gateway/requests/allowed-hosts.ts';
import { isApiPath, routeApiCall } from '../gateway/requests/api-route.ts';
import { openBackendDoor } from '../gateway/requests/backend-door.ts';
import { answerPlainError } from '../gateway/requests/edge-errors.ts';
import { forwardToBackend } from '../gateway/requests/forward-to-backend.ts';
import { runRequest } from '../gateway/requests/run-request.ts';
import { openServer } from '../process/open-server.ts';
import { REMOTES } from '../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { startBackend } from './backend/backend.ts';
import { startLines } from './backend/start-lines.ts';
import { devAgainst, readDevArguments } from './dev-against.ts';
import { devErrorPage } from './dev-error-page.ts';
import { devPage } from './dev-page.ts';
import { devRemotes } from './dev-remotes.ts';
import { readSettings } from './settings.ts';

runCommand(async () => {
  const against = readDevArguments(process.argv.slice(2));
  return against === null ? devFromSource() : devAgainst(against);
});

/** One Vite server over host and both remotes from source, with hot reload, and the same backend as `start`. */
async function devFromSource(): Promise<void> {
  refuseUnreadablePath(WORKSPACE_ROOT);
  const stopped = untilStopped();
  const { port: wanted, listenAddress } = readSettings(process.env);
  const { server, port, serve, close } = await openServer(wanted, listenAddress);
  const settings = readSettings({ ...process.env, PORT: String(port) });
  const backend = await startBackend({
    dataDir: settings.dataDir,
    siteUrl: settings.siteUrl,
    env: process.env,
    seed: true,
    log: (line) => console.log(`  ${line}`),
  });
  const door = await openBackendDoor(backend, settings.dataDir);
  const hosts = allowedHosts(port, settings.siteUrl);
  const vite = await createVite({
    configFile: false,
    root: path.join(WORKSPACE_ROOT, 'host'),
    appType: 'custom',
    publicDir: 'static',
    css: stylesheetPipeline(),
    plugins: [react(), devRemotes(), withBrandFiles()],
    resolve: { dedupe: ['react', 'react-dom'] },
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [WORKSPACE_ROOT] } },
    optimizeDeps: {
      entries: ['src/entry-client.tsx', ...REMOTES.map((name) => `../${name}/src/remote.ts`)],
    },
  });
  serve((request, response) => {
    const pathname = (request.url ?? '/').split('?')[0] ?? '/';
    if (!isForAllowedHost(request, hosts)) return answerPlainError(response, 400);
    if (isApiPath(pathname))
      return runRequest(response, async () => routeApiCall(backend, request, response));
    if (isInboxPath(pathname)) {
      const options = { maxBodyBytes: MAX_INBOX_BODY_BYTES };
      return runRequest(response, () => forwardToBackend(backend, request, response, options));
    }
    vite.middlewares(request, response, () => {
      devPage(vite, pathname, { ...settings, publishableKey: backend.publishableKey })
        .then(({ status, html }) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(html))
        .catch((error: Error) => {
          vite.ssrFixStacktrace(error);
          console.error(error);
          response.writeHead(500, { 'Content-Type': 'text/html' }).end(devErrorPage(error));
        });
    });
  });
  console.log(startLines(`http://localhost:${port}`, backend.demo, '  (from source, hot reload)'));
  await stopped;
  await vite.close();
  await close();
  await door.close();
  await backend.close();
}
