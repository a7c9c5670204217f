/// <reference path="./s3rver.d.ts" />
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import account from '@20minutes/s3rver/lib/models/account.js';
import { Bucket, type BucketOptions } from './bucket.ts';

const NAME = 'site';
const ACTIONS: Readonly<Record<string, Parameters<IsAllowed>[0]>> = {
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

type IsAllowed = (
  action: 's3:GetObject' | 's3:PutObject' | 's3:DeleteObject',
  key: string,
  /** Of a write: on condition that the object does not exist. */
  isNew: boolean,
) => boolean;

type Mood =
  | 'well'
  | 'answers 500'
  | 'never answers'
  | 'ignores conditions'
  /** Answers 409 once to a conditional write of each file but a state. Another request for it is under way then. */
  | 'has conflicts'
  /** Drops the connection after each conditional write that it took. */
  | 'loses answers';

interface Credential {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface BucketServer {
  /** A bucket of the server, by default with little patience. */
  open(options?: Partial<BucketOptions>): Bucket;
  /** Its treatment of requests from now on. */
  behave(mood: Mood): void;
  /**
   * What is allowed from now on. The rest is refused, as a store refuses it. null: everything, as at first. Lists
   * always are.
   */
  allow(isAllowed: IsAllowed | null): void;
  /** Does some work before the next write of a file arrives, as another machine may. */
  beforeWrite(file: string, work: () => Promise<unknown>): void;
  /** Puts all objects below one prefix below another as well. Prefixes end in `/`. */
  copy(from: string, to: string): Promise<void>;
  /** A credential beside those that it takes already. It knows them by their names, and looks at no signature. */
  addCredential(): Credential;
  /** Refuses a credential from now on. */
  revokeCredential(credential: Credential): void;
  endpoint: string;
  close(): Promise<void>;
}

/**
 * A real S3-compatible server on this machine. A proxy in front adds what it lacks: writes on condition that the
 * object does not exist or is unchanged, which Amazon, Cloudflare, MinIO and Ceph have.
 */
export async function startBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corvane-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory,
    silent: true,
    // It misreads the signature of a list whose prefix has a slash.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: NAME }],
  });
  let mood: Mood = 'well';
  let isAllowed: IsAllowed | null = null;
  let before: { file: string; work: () => Promise<unknown> } | null = null;
  const conflicts = new Set<string>();
  let turn = Promise.resolve();
  server.middleware.unshift(async (context, next) => {
    if (mood === 'never answers') return new Promise(() => {});
    if (mood === 'answers 500') {
      context.status = 500;
      context.body = '<Error><Code>InternalError</Code><Message>We are sorry</Message></Error>';
      return;
    }
    const key = keyOf(context.path);
    const action = ACTIONS[context.method] ?? 's3:GetObject';
    if (isAllowed !== null && key !== '' && !isAllowed(action, key, context.get('if-none-match') === '*')) {
      context.status = 403;
      context.body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
      return;
    }
    if (context.method === 'PUT' && before !== null && key.endsWith(`/${before.file}`)) {
      const { work } = before;
      before = null;
      await work();
    }
    if (mood === 'ignores conditions') return next();
    const [mustBeNew, tag] = [context.get('if-none-match') === '*', context.get('if-match')];
    if (context.method !== 'PUT' || (!mustBeNew && tag === '')) return next();
    if (mood === 'has conflicts' && !key.includes('/states/') && !conflicts.has(key)) {
      conflicts.add(key);
      context.status = 409;
      context.body = '<Error><Code>ConditionalRequestConflict</Code><Message>A conflict</Message></Error>';
      return;
    }
    // One at a time: no other write may come between check and write.
    const own = turn.then(async () => {
      const there = await server.store.getMetadata(NAME, key).catch(() => null);
      if (mustBeNew ? there === null : there?.etag === tag) {
        await next();
        if (mood === 'loses answers') context.socket.destroy();
        return;
      }
      context.status = 412;
      context.body = '<Error><Code>PreconditionFailed</Code><Message>Not so</Message></Error>';
    });
    turn = own.catch(() => {});
    return own;
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    open: (options = {}) =>
      new Bucket({
        bucket: NAME,
        prefix: 'corvane/',
        endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
        ...options,
      }),
    behave: (next) => {
      mood = next;
    },
    allow: (next) => {
      isAllowed = next;
    },
    beforeWrite: (file, work) => {
      before = { file, work };
    },
    // It keeps a folder for each prefix.
    copy: (from, to) =>
      cp(path.join(directory, NAME, from), path.join(directory, NAME, to), { recursive: true }),
    addCredential: () => {
      const [accessKeyId = '', secretAccessKey = ''] = [10, 20].map((bytes) =>
        randomBytes(bytes).toString('hex').toUpperCase(),
      );
      account.DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey);
      return { accessKeyId, secretAccessKey };
    },
    revokeCredential: ({ accessKeyId }) => account.DUMMY_ACCOUNT.revokeAccessKey(accessKeyId),
    close: () => server.close(),
  };
}

/** The key with the prefix. It is '' for the bucket itself. */
function keyOf(path: string): string {
  return decodeURIComponent(path.slice(`/${NAME}/`.length));
}
