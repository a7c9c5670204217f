import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bucketDestination } from '../../store/bucket/bucket-destination.ts';
import { keysFile } from '../../store/signing-keys.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';
import { mirrorSite } from './mirror-site.ts';

const { site, root, bucket, follow, shown, makeKey, releaseText, forceLive } = useSignedSite();

const memory = () => path.join(root(), 'signed-only');
const refusal = () =>
  `${bucket().name} has no signing keys any more: nothing new is taken. Find out who deleted keys/. If you turned signing off, delete ${memory()} on each web machine.`;

test('a web machine that has seen a key refuses a bucket without keys, and keeps its current version', async () => {
  await makeKey();
  await follow();
  const before = await shown();
  await site().remove([keysFile('marketing')]);
  await releaseText('stolen');
  await expect(follow()).rejects.toThrow(refusal());
  expect(await shown()).toEqual(before);
});

test('it says so as soon as the keys are gone, before anything new is live', async () => {
  await releaseText('second', await makeKey());
  await follow();
  await site().remove([keysFile('marketing')]);
  await expect(follow()).rejects.toThrow(refusal());
});

test('keys that come back end the refusal, and unsigned versions are still refused', async () => {
  const key = await makeKey();
  await follow();
  const text = (await site().readText(keysFile('marketing'))) ?? '';
  await site().remove([keysFile('marketing')]);
  await expect(follow()).rejects.toThrow(refusal());
  await site().writeText(keysFile('marketing'), text);
  const version = await releaseText('second', key);
  await follow();
  expect((await shown())?.marketing).toBe(version);
  await forceLive('stolen');
  await expect(follow()).rejects.toThrow(/^marketing \w+ is not signed/);
});

test('the operator turns signing off: the keys and what the machine remembers are deleted', async () => {
  await makeKey();
  await follow();
  await site().remove([keysFile('marketing')]);
  await rm(memory());
  const version = await releaseText('unsigned');
  await follow();
  expect((await shown())?.marketing).toBe(version);
});

test('keys that are deleted while the machine looks do not turn its checks off', async () => {
  await makeKey();
  await forceLive('stolen');
  const before = await shown();
  const web = bucketDestination(bucket(), root());
  const pull = async () => {
    await site().remove([keysFile('marketing')]);
    return web.pull();
  };
  await expect(mirrorSite({ ...web, pull })).rejects.toThrow('marketing has no signing key');
  expect(await shown()).toEqual(before);
});
