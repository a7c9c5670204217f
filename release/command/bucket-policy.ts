import { UserError } from '@corvane/tools/command/user-error';
import { CHANGED_FILE } from '../store/destination.ts';
import { SIGNATURES_DIRECTORY } from '../store/release-record.ts';

/** The holders of credentials of the bucket. The owner's credential has no limits: it alone writes the keys. */
export type BucketRole =
  | { kind: 'release'; app: string }
  /** Publishes previews of an application. */
  | { kind: 'preview'; app: string }
  /** A machine that follows the bucket. */
  | { kind: 'web' }
  /** Removes old versions, and what was made for them. */
  | { kind: 'prune' };

interface Paths {
  read: string[];
  /** Only where nothing is: published files never change. */
  writtenOnce: string[];
  written: string[];
  removed: string[];
}

/** What a prune reads: the live site, and which versions there are. */
const READ_BY_PRUNE = ['assets/*', 'remotes/*', 'server/*', 'releases/*', 'marks/*', 'pages/*', 'states/*'];

/**
 * The only list of paths that each may read and change, below the root. `*` is any text. Pages and states are the
 * whole site's, so every release writes them. No role here may write or remove `keys/`.
 */
function pathsOf(role: BucketRole): Paths {
  if (role.kind === 'web') return { read: ['*'], writtenOnce: [], written: [], removed: [] };
  if (role.kind === 'prune')
    return {
      read: READ_BY_PRUNE,
      // It says in a state what it removes.
      writtenOnce: ['states/*'],
      written: [CHANGED_FILE],
      removed: [...READ_BY_PRUNE, `${SIGNATURES_DIRECTORY}/*`, 'previews/*'],
    };
  const { app } = role;
  const version = [
    `${app === 'host' ? 'assets' : 'remotes'}/${app}/*`,
    `server/${app}/*`,
    `releases/${app}/*`,
  ];
  if (role.kind === 'preview')
    return {
      read: ['*'],
      writtenOnce: [...version, 'previews/*'],
      written: [CHANGED_FILE],
      removed: ['previews/*'],
    };
  return {
    read: ['*'],
    writtenOnce: [...version, 'previews/*', 'pages/*', 'states/*'],
    written: [CHANGED_FILE, `${SIGNATURES_DIRECTORY}/${app}@*`, `marks/${app}@*`],
    removed: ['previews/*', `marks/${app}@*`],
  };
}

interface PolicyStatement {
  Sid: string;
  Effect: 'Allow';
  Action: string[];
  Resource: string[];
  /** The request must have this header. */
  Condition?: { Null: { 's3:if-none-match': 'false' } };
}

interface BucketPolicy {
  Version: '2012-10-17';
  Statement: PolicyStatement[];
}

/**
 * What a credential of the bucket may do, as Amazon, MinIO and Ceph read it.
 * @param address `s3://<bucket>/<prefix>`.
 * @throws UserError for any other address.
 */
export function bucketPolicy(address: string, role: BucketRole): BucketPolicy {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? [];
  if (bucket === undefined)
    throw new UserError('A policy is for a bucket: set RELEASE_DESTINATION to s3://<bucket>/<prefix>');
  const objects = (paths: readonly string[]) =>
    paths.map((path) => `arn:aws:s3:::${bucket}/${prefix === '' ? '' : `${prefix}/`}${path}`);
  const { read, writtenOnce, written, removed } = pathsOf(role);
  const statement = (Sid: string, Action: string, Resource: string[]): PolicyStatement[] =>
    Resource.length === 0 ? [] : [{ Sid, Effect: 'Allow', Action: [Action], Resource }];
  return {
    Version: '2012-10-17',
    Statement: [
      ...statement('List', 's3:ListBucket', [`arn:aws:s3:::${bucket}`]),
      ...statement('Read', 's3:GetObject', objects(read)),
      ...statement('WriteOnce', 's3:PutObject', objects(writtenOnce)).map((once) => ({
        ...once,
        Condition: { Null: { 's3:if-none-match': 'false' } } as const,
      })),
      ...statement('Write', 's3:PutObject', objects(written)),
      ...statement('Remove', 's3:DeleteObject', objects(removed)),
    ],
  };
}
