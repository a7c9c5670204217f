import {
  __federation_method_getRemote as getRemote,
  __federation_method_setRemote as setRemote,
  __federation_method_unwrapDefault as unwrapDefault,
} from 'virtual:__federation__';
import type { Release } from '@corvane/shared/contracts/remote/registry';
import type { RemoteModule } from '@corvane/shared/contracts/remote/remote';

/**
 * Fetches a remote's code. The only file that knows the federation plugin; the development server puts one in its
 * place that imports the remote's source.
 *
 * @param attempt 0 at first. The plugin and the browser both remember a failed import, so every further attempt
 *   asks under a name and a URL of its own.
 */
export async function importRemote(name: string, release: Release, attempt: number): Promise<RemoteModule> {
  const id = `${name}@${release.version}#${attempt}`;
  const url = `${release.base}${release.entry}${attempt === 0 ? '' : `?r=${attempt}`}`;
  setRemote(id, { url: () => Promise.resolve(url), format: 'esm', from: 'vite' });
  return unwrapDefault(await getRemote(id, './remote')) as RemoteModule;
}
