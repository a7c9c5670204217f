import {
  __federation_method_getRemote as getRemote,
  __federation_method_setRemote as setRemote,
  __federation_method_unwrapDefault as unwrapDefault,
} from 'virtual:__federation__';
import type { Release } from '@corvane/shared/contracts/remote/registry';
import type { RemoteModule } from '@corvane/shared/contracts/remote/remote';
import React from 'react';
import ReactDOM from 'react-dom';

/** The page's only React. The plugin adds the modules that its configuration shares, which are none here. */
globalThis.__federation_shared__ = {
  default: {
    react: { [React.version]: { get: async () => () => React } },
    'react-dom': { [ReactDOM.version]: { get: async () => () => ReactDOM } },
  },
};

/**
 * Fetches a remote's code. Only this file uses the federation plugin. The development server replaces it with one
 * that imports the remote's source.
 *
 * @param attempt 0 at first. The plugin and the browser both remember a failed import, so every further attempt
 *   uses a new name and URL.
 */
export async function importRemote(name: string, release: Release, attempt: number): Promise<RemoteModule> {
  const id = `${name}@${release.version}#${attempt}`;
  const url = `${release.base}${release.entry}${attempt === 0 ? '' : `?r=${attempt}`}`;
  setRemote(id, { url: () => Promise.resolve(url), format: 'esm', from: 'vite' });
  return unwrapDefault(await getRemote(id, './remote')) as RemoteModule;
}
