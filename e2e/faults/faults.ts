import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import type { Page, Route } from '@playwright/test';
import { stack } from '../stack.ts';

type RemoteRelease = Registry['remotes'][string];

/** A way in which a remote can fail to reach a browser. */
interface Fault {
  name: string;
  /** Breaks everything that the page requests from now on. */
  apply(page: Page, release: RemoteRelease): Promise<unknown>;
}

/** On the way back a browser takes what it has, and would take the broken file again. */
const NOT_KEPT = { 'cache-control': 'no-store' };

const missing = (route: Route) =>
  route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found\n' });

/** Every script of the release, with any query in its address. */
const scriptsOf = ({ base }: RemoteRelease) => new RegExp(`${base}[^/]+\\.js(\\?.*)?$`);
const entryOf = ({ base, entry }: RemoteRelease) => new RegExp(`${base}${entry}(\\?.*)?$`);

export const REMOTE_FAULTS: readonly Fault[] = [
  { name: 'entry missing', apply: (page, release) => page.route(entryOf(release), missing) },
  {
    name: 'chunk missing',
    apply: (page, release) =>
      page.route(scriptsOf(release), (route) =>
        entryOf(release).test(route.request().url()) ? route.fallback() : missing(route),
      ),
  },
  {
    name: 'corrupt',
    apply: (page, release) =>
      page.route(entryOf(release), (route) =>
        route.fulfill({ contentType: 'text/javascript', headers: NOT_KEPT, body: 'export const get = (((' }),
      ),
  },
  {
    name: 'wrong contract',
    apply: (page, release) => page.route(scriptsOf(release), (route) => withContract(route, 99)),
  },
  {
    // A journey waits several times until the host gives up.
    name: 'slower than 30 s @deep',
    apply: (page, release) =>
      page.route(entryOf(release), async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 30_000));
        await route.continue().catch(() => {
          // The page is already gone.
        });
      }),
  },
];

/** Separate from the others, because the first page of a tab contains its styles in its HTML. */
export const STYLESHEET_FAULT: Fault = {
  name: 'stylesheet missing',
  apply: (page, { base }) => page.route(new RegExp(`${base}[^/]+\\.css$`), missing),
};

/** The host's files about the live releases. Every page contains the parts that it needs. */
export const REGISTRY_FAULT: Fault = {
  name: 'registry missing',
  apply: (page) => page.route(/\/(registry|release)\.json$/, missing),
};

async function withContract(route: Route, version: number): Promise<void> {
  const file = path.join(stack.siteRoot, new URL(route.request().url()).pathname);
  const code = await readFile(file, 'utf8');
  await route.fulfill({
    contentType: 'text/javascript',
    headers: NOT_KEPT,
    body: code.replace(/contractVersion:\d+/, `contractVersion:${version}`),
  });
}

export async function liveRegistry(): Promise<Registry> {
  return registrySchema.parse(await (await fetch(`${stack.url}/registry.json`)).json());
}

/** @throws if the remote is not live */
export async function liveRelease(remote: string): Promise<RemoteRelease> {
  const release = (await liveRegistry()).remotes[remote];
  if (release === undefined) throw new Error(`${remote} is not live`);
  return release;
}
