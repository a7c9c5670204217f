import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CONTENT_TYPES } from '../files/content-type.ts';
import { describeEdges } from './describe-edges.ts';

// The pictures for link previews once went out as octet-stream, which `nosniff` makes useless.
describeEdges('types', (edge, get) => {
  test.each(Object.entries(CONTENT_TYPES))('a published %s file is sent as %s', async (extension, type) => {
    await writeFile(path.join(edge().siteRoot, `assets/host/v1/typed${extension}`), 'content');
    const response = await get(`/assets/host/v1/typed${extension}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });
});
