import path from 'node:path';
import { openSite } from '../../release/change/open-site.ts';
import { buildApp } from '../build/build-app.ts';
import { type OpenGateway, openGateway } from '../gateway/gateway.ts';
import { type BackendDoor, openBackendDoor } from '../gateway/requests/backend-door.ts';
import { APPS } from '../workspace/apps.ts';
import { type Backend, startBackend } from './backend/backend.ts';
import { readSettings } from './settings.ts';

export interface RunningSite {
  url: string;
  /** Mails that the stack has caught. */
  inboxUrl: string;
  /** Directory of the released site. */
  siteRoot: string;
  backend: Backend;
  /** The backend's own address, past the edge. */
  backendUrl: string;
  close(): Promise<void>;
}

/**
 * Builds what changed, releases it into the data directory and serves it, with the backend behind the same origin.
 * @throws UserError when it cannot. Nothing is left running then.
 */
export async function startSite(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<RunningSite> {
  // Its address is part of the released pages, so the port is taken first.
  const gateway = await openGateway(readSettings(env));
  try {
    return await serve(gateway, env, log);
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

async function serve(
  gateway: OpenGateway,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<RunningSite> {
  const settings = readSettings({ ...env, PORT: String(gateway.port) });
  const site = openSite(path.join(settings.dataDir, 'site'));
  const { store } = site.destination;
  await store.liveRegistry();
  const before = await site.live();

  const backend = await startBackend({
    dataDir: settings.dataDir,
    siteUrl: settings.siteUrl,
    env,
    seed: true,
    log,
  });
  let door: BackendDoor | undefined;
  try {
    door = await openBackendDoor(backend, settings.dataDir);
    const { url: backendUrl, close: closeDoor } = door;
    const builds = [];
    for (const app of APPS) {
      const build = await buildApp(app);
      log(build.rebuilt ? `built ${app}` : `${app} is unchanged`);
      builds.push(build);
    }
    const { versions } = await site.release(builds, {
      isTested: false,
      site: {
        ...before?.site,
        siteUrl: settings.siteUrl,
        apiUrl: '',
        publishableKey: backend.publishableKey,
      },
      // A canary is ended by who began it, not by a restart.
      keepsCanary: true,
    });
    log(
      `released ${Object.entries(versions)
        .map(([app, version]) => `${app} ${version}`)
        .join(', ')}`,
    );
    gateway.serve({ siteUrl: settings.siteUrl, siteRoot: store.root, backend });
    return {
      url: `http://localhost:${gateway.port}`,
      inboxUrl: `http://localhost:${gateway.port}/_inbox`,
      siteRoot: store.root,
      backend,
      backendUrl,
      close: async () => {
        await gateway.close();
        await closeDoor();
        await backend.close();
      },
    };
  } catch (error) {
    await door?.close();
    await backend.close();
    throw error;
  }
}
