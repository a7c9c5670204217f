import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bucketDestination } from '../../store/bucket/bucket-destination.ts';
import { type BucketServer, startBucketServer } from '../../store/bucket/bucket-for-tests.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { temporaryDirectory } from './fake-site.ts';

/** What opens a new destination. Each of its calls is another machine: of a bucket, with a working copy of its own. */
type Open = () => Destination;

/** For the tests of a file: a server of buckets. */
export function useBuckets() {
  let server: BucketServer;
  let buckets = 0;
  beforeAll(async () => {
    server = await startBucketServer();
  });
  afterAll(() => server.close());

  async function newBucket(): Promise<Open> {
    const prefix = `site-${++buckets}/`;
    const copies = await temporaryDirectory('site-copies');
    let copy = 0;
    return () => bucketDestination(server.open({ prefix }), path.join(copies, String(++copy)));
  }
  async function newRoot(): Promise<Open> {
    const root = await temporaryDirectory('site');
    return () => directoryDestination(root);
  }
  return {
    server: () => server,
    newBucket,
    /** For `describe.each`. */
    kinds: [
      { name: 'a document root', newSite: newRoot },
      { name: 'a bucket', newSite: newBucket },
    ],
  };
}
