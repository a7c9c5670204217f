import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { openBucket } from './bucket/bucket-destination.ts';
import type { Destination } from './destination.ts';
import { directoryDestination } from './directory-destination.ts';

/**
 * The destination of releases: `RELEASE_DESTINATION`, a directory or `s3://<bucket>/<prefix>`. Default: the local
 * stack.
 * @param copyDir the working copy of a bucket. Default: its own folder in the data directory.
 * @throws UserError for any other address.
 */
export function openDestination(env: NodeJS.ProcessEnv, copyDir?: string): Destination {
  const dataDir = path.resolve(WORKSPACE_ROOT, env.DATA_DIR ?? '.data');
  const address = env.RELEASE_DESTINATION ?? path.join(dataDir, 'site');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(address)?.[1];
  if (scheme === undefined) {
    if (copyDir !== undefined)
      throw new UserError('pull needs a bucket: set RELEASE_DESTINATION to s3://<bucket>/<prefix>');
    return directoryDestination(path.resolve(address));
  }
  if (scheme !== 's3')
    throw new UserError(`RELEASE_DESTINATION must be a directory or s3://<bucket>/<prefix>, not ${address}`);
  return openBucket(
    address,
    env,
    copyDir ?? path.join(dataDir, 'release-copy', address.slice('s3://'.length)),
  );
}
