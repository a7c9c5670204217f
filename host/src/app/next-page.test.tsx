// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Link, MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useNextPage } from './next-page.ts';

function Page() {
  useNextPage();
  return <Link to="/about?from=home">About</Link>;
}

/** Opens another page while the faces are in this state. @returns the states before and after */
async function openAnother(faces: string) {
  const { dataset } = document.documentElement;
  dataset.faces = faces;
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Page />
      </MemoryRouter>,
    ),
  );
  const before = dataset.faces;
  await act(async () => element.querySelector('a')?.click());
  const after = dataset.faces;
  await act(async () => root.unmount());
  return { before, after };
}

test('faces that would have moved a line come with the next page', async () => {
  expect(await openAnother('later')).toEqual({ before: 'later', after: undefined });
});

/** Otherwise they would come in the middle of the next page, whether a line moves or not. */
test('faces that are not downloaded yet do not come with the next page', async () => {
  expect(await openAnother('local')).toEqual({ before: 'local', after: 'local' });
});
