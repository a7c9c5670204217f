import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSite, type Site } from '../../../release/change/open-site.ts';
import { startBucketServer } from '../../../release/store/bucket/bucket-for-tests.ts';

interface ServedFrom {
  site: Site;
  /** As `RELEASE_DESTINATION` names it. */
  address: string;
  /** The document root that is served. */
  root: string;
  /** Brings the root to what is live, as a web machine does every few seconds. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

const temporaryDirectory = (name: string) => mkdtemp(path.join(tmpdir(), `corvane-${name}-`));

/** An empty site in a document root, or in a bucket that a web machine follows. */
export async function openServedSite(kind: 'document root' | 'bucket'): Promise<ServedFrom> {
  if (kind === 'document root') {
    const root = await temporaryDirectory('site');
    return { site: openSite(root), address: root, root, follow: async () => {}, close: async () => {} };
  }
  const server = await startBucketServer();
  const { accessKeyId, secretAccessKey } = server.addCredential();
  Object.assign(process.env, {
    S3_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    // For the copy of the machine that releases.
    DATA_DIR: await temporaryDirectory('releases'),
  });
  const address = 's3://site/teams';
  const site = openSite(address);
  const root = await temporaryDirectory('web');
  return {
    site,
    address,
    root,
    follow: async () => {
      await site.follow(root);
    },
    close: () => server.close(),
  };
}
