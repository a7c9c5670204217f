import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createPage } from './entry-server.tsx';

test('a page of a preview, below its base path, is found and links to pages beside it', () => {
  const config = {
    basename: '/previews/p1',
    brandName: 'Corvane',
    registry: { host: { version: 'h1' }, remotes: {} },
  };
  const { element } = createPage({
    pathname: '/nowhere',
    config: config as unknown as PageConfig,
    remotes: {},
  });
  expect(renderToString(element)).toContain('href="/previews/p1"');
});
