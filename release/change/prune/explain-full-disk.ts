import { UserError } from '@corvane/tools/command/user-error';
import { isFullDisk } from '@corvane/tools/process/storage-error';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { planPrune } from './prune.ts';

/** Adds to the error of a full disk what a prune would really free. Returns any other error unchanged. */
export async function explainFullDisk(error: unknown, destination: Destination): Promise<unknown> {
  if (!(error instanceof UserError) || !isFullDisk(error)) return error;
  const bytes = await freeableBytes(destination).catch(() => 0);
  const advice =
    bytes === 0
      ? 'Nothing here is old enough to prune: add space.'
      : `"release prune" frees ${Math.ceil(bytes / 1000)} kB here.`;
  return new UserError(`${error.message}. ${advice}`, { cause: error });
}

async function freeableBytes(destination: Destination): Promise<number> {
  const { store } = destination;
  const { versions, paths } = await planPrune(destination);
  const ofVersions = versions.flatMap((name) => {
    const [app = '', version = ''] = name.split('/');
    return pathsOfVersion(store, app, version);
  });
  // Where the disk is full: of a bucket, that is the working copy.
  return directoryDestination(store.root).bytesOf([...ofVersions, ...paths]);
}
