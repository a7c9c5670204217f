// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { RemoteLoader } from './remote-loader.ts';
import { RemotePage } from './remote-page.tsx';
import { NO_STATIC_PAGE } from './static-page.tsx';
import { loadStylesheet } from './stylesheet.ts';

const sheet = { media: { mediaText: 'not all' } };
const mediaOfLayout: string[] = [];

function Page() {
  useLayoutEffect(() => void mediaOfLayout.push(sheet.media.mediaText), []);
  return <h1>Portal</h1>;
}

/** The old page was laid out again with the styles of the next one. That one was still on its way. */
test("a page's stylesheet applies when the page is drawn, not before and not after", async () => {
  const loading = loadStylesheet('data:text/css,h1{color:red}');
  const link = document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (link === null) throw new Error('The page has no stylesheet');
  expect([link.media, link.fetchPriority]).toEqual(['not all', 'high']);
  Object.defineProperty(link, 'sheet', { value: sheet });
  link.dispatchEvent(new Event('load'));
  await loading;
  expect(sheet.media.mediaText).toBe('not all');

  const page = Promise.resolve(Page);
  const loader = { page: () => page } as unknown as RemoteLoader;
  const match = {
    remote: 'portal',
    route: { path: '/sales-portal', access: 'rep', title: '', description: '', noIndex: true, preload: [] },
  } as const;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <RemotePage
        match={match as never}
        loader={loader}
        holdsLink={false}
        staticPage={NO_STATIC_PAGE}
        host={{ location: { pathname: '/sales-portal' } } as HostServices}
      />,
    ),
  );
  expect(mediaOfLayout).toEqual(['all']);
  await act(async () => root.unmount());
});
