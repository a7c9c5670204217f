import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppBuild } from '@corvane/tools/build/build-app';

/** For tests of releases: builds as Vite leaves them, small enough to read. */

/** @param files texts by their path below the build, as `client/page.js` */
export async function writeBuild(app: string, files: Record<string, string>): Promise<AppBuild> {
  const root = await mkdtemp(path.join(tmpdir(), `corvane-build-${app}-`));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  return { app, clientDir: path.join(root, 'client'), serverDir: path.join(root, 'server'), rebuilt: true };
}

/** A host whose page is one heading. `fails` is a path that cannot be rendered. */
export function fakeHostBuild({ text = 'host', fails = '', contractVersion = 1 } = {}): Promise<AppBuild> {
  return writeBuild('host', {
    'client/manifest.json': JSON.stringify({
      'src/entry-client.tsx': { file: 'index-1.js', src: 'src/entry-client.tsx', isEntry: true },
    }),
    'client/index-1.js': `import './part-1.js'; console.log(${JSON.stringify(text)});`,
    'client/part-1.js': 'export {};',
    'client/backend-code-1.js': 'export {};',
    'client/style-1.css': '.app-host h1{}',
    'server/entry-server.js': `
      import { createElement } from 'react';
      export const contractVersion = ${contractVersion};
      export function createPage({ pathname, config }) {
        if (pathname === ${JSON.stringify(fails)}) throw new Error('cannot be rendered');
        const head = { title: pathname, description: 'of ' + pathname, noIndex: false };
        return { head, element: createElement('h1', null, config.brandName + ' ' + pathname) };
      }`,
  });
}

interface FakeRemoteOptions {
  name?: string;
  /** Something that makes this build another one. */
  text?: string;
  paths?: readonly string[];
  access?: 'public' | 'rep';
  contractVersion?: number;
  /** Source of a route's `load`. */
  load?: string;
  /** Source of a route's `loadFor`. */
  loadFor?: string;
  navigation?: readonly object[];
  redirects?: readonly { from: string; to: string }[];
  /** Source of the whole remote, in place of all that. */
  remote?: string;
  /** The stylesheet. */
  style?: string;
}

/** @param suffix of the files' names */
function manifestOf(suffix: string): string {
  const files = ['page', 'sections'].map((name) => [
    `src/${name}.tsx`,
    { file: `${name}-${suffix}.js`, src: `src/${name}.tsx` },
  ]);
  return JSON.stringify(Object.fromEntries(files));
}

export function fakeRemoteBuild({
  name = 'marketing',
  text = 'first',
  paths = ['/'],
  access = 'public',
  contractVersion = 1,
  load = "() => import('./page-s.js')",
  loadFor = 'undefined',
  navigation,
  redirects,
  remote,
  style,
}: FakeRemoteOptions = {}): Promise<AppBuild> {
  const routes = paths.map(
    (routePath) =>
      `{ path: ${JSON.stringify(routePath)}, access: '${access}', meta: { title: 't', description: 'd' }, load: ${load}, loadFor: ${loadFor} }`,
  );
  return writeBuild(name, {
    'client/manifest.json': manifestOf('1'),
    'client/remoteEntry.js': 'export const get = () => import("./__federation_expose_Remote-1.js");',
    'client/__federation_expose_Remote-1.js': 'export {};',
    'client/page-1.js': `export { x } from './page-part-1.js'; console.log(${JSON.stringify(text)});`,
    'client/page-part-1.js': 'export const x = 1;',
    'client/sections-1.js': `import './page-part-1.js'; import './sections-part-1.js';`,
    'client/sections-part-1.js': 'export {};',
    'client/page-part-1.js.map': JSON.stringify({
      version: 3,
      sources: ['../../src/routes/page/page.tsx'],
      sourcesContent: ['export function Page() {\n  return plans.first;\n}\n'],
      names: [],
      // The script's first character is the sixth of the source's second line.
      mappings: 'AACE',
    }),
    'client/style-1.css': style ?? `.app-${name} p{}`,
    'server/manifest.json': manifestOf('s'),
    'server/page-s.js': 'export default () => null;',
    'server/sections-s.js': 'export default {};',
    'server/remote.js':
      remote ??
      `export default { contractVersion: ${contractVersion}, routes: [${routes.join(', ')}], navigation: ${JSON.stringify(navigation)}, redirects: ${JSON.stringify(redirects)} };`,
  });
}
