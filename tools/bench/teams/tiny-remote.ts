import { CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import { writeBuild } from '../../../release/build/fake-builds.ts';
import type { AppBuild } from '../../build/build-app.ts';

/** What is wrong with a build itself. */
export type BuildFault =
  | 'throws at load'
  | 'throws at render'
  | 'throws after sign-in'
  | 'hydration mismatch'
  | 'wrong contract';

export interface TinyRemote {
  app: string;
  path: string;
  access: 'public' | 'rep';
  text: string;
  fault?: BuildFault | undefined;
}

/**
 * A finished build of a remote with one page, as the federation plugin lays one out, written by hand: sixty real builds
 * would take an hour.
 */
export function tinyRemote({ app, path, access, text, fault }: TinyRemote): Promise<AppBuild> {
  const contractVersion = fault === 'wrong contract' ? CONTRACT_VERSION + 5 : CONTRACT_VERSION;
  const module = (load: string) =>
    `{ contractVersion: ${contractVersion}, routes: [{ path: '${path}', access: '${access}', meta: { title: '${app}', description: 'd' }, load: ${load} }] }`;
  // A part for anonymous visitors alone tells the gate that the page is another one after signing in.
  const page = (createElement: string, shown: string, first = '') =>
    `(props) => { ${first} return ${createElement}('div', { 'data-app': '${app}', className: 'app-${app}' }, ${createElement}('h1', null, '${shown}'), ${createElement}('p', { 'data-anonymous': '' }, 'Sign in'), ${createElement}(props.host.Link, { to: '/' }, 'Home')); }`;
  const live = (shown: string, first?: string) =>
    `import { react } from './remoteEntry.js'; export default ${page('react.createElement', shown, first)};`;
  const browserPages: Readonly<Record<BuildFault, string>> = {
    'throws at load': `throw new Error('fault at load');`,
    'throws at render': live(text, `throw new Error('fault at render');`),
    'throws after sign-in': live(
      text,
      `if (props.host.session.status === 'rep') throw new Error('fault signed in');`,
    ),
    'hydration mismatch': live(`${text} elsewhere`),
    'wrong contract': live(text),
  };
  return writeBuild(app, {
    'client/manifest.json': JSON.stringify({ 'src/page.js': { file: 'page.js', src: 'src/page.js' } }),
    'client/remoteEntry.js': REMOTE_ENTRY,
    'client/__federation_expose_Remote.js': `export default ${module("() => import('./page.js')")};`,
    'client/page.js': fault === undefined ? live(text) : browserPages[fault],
    'client/style.css': `.app-${app} h1 { margin: 2rem }`,
    'server/manifest.json': JSON.stringify({ 'src/page.js': { file: 'page-s.js', src: 'src/page.js' } }),
    'server/page-s.js': `import { createElement } from 'react'; export default ${page('createElement', text)};`,
    'server/remote.js': `export default ${module("() => import('./page-s.js')")};`,
  });
}

/** The container: it takes the host's React, as every remote does. */
const REMOTE_ENTRY = `export let react;
let scope;
export const init = (given) => { scope = given; };
export const get = async () => {
  const [shared] = Object.values(scope.react);
  const module = await (await shared.get())();
  react = module.default ?? module;
  const remote = await import('./__federation_expose_Remote.js');
  return () => remote;
};
`;
