// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { MarketingPage } from './marketing-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);

test('the section that the visitor touches is hydrated at once, and the others when the browser is idle', async () => {
  const pressed: string[] = [];
  const sections = ['first', 'second', 'third'];
  const page = (
    <MarketingPage host={{} as HostServices} sections={{ path: '/', components: {} }}>
      {sections.map((name) => (
        <button key={name} id={name} type="button" onClick={() => pressed.push(name)}>
          {name}
        </button>
      ))}
    </MarketingPage>
  );
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderToString(page);
  const root = hydrateRoot(element, page);
  document.getElementById('second')?.click();
  expect(pressed).toEqual(['second']);
  const answering = () =>
    sections.filter((name) =>
      Object.keys(document.getElementById(name) ?? {}).some((key) => key.startsWith('__react')),
    );
  expect(answering()).toEqual(['second']);
  await expect.poll(answering).toEqual(sections);
  root.unmount();
});

/** The host clicks again when the page calls it. */
test('a click from before the page had its code is answered by its section, and only once', async () => {
  const pressed = vi.fn();
  const press = () => document.getElementById('plans')?.click();
  const host = { repeatEarlyClick: () => void setTimeout(press) } as HostServices;
  const page = (shown: HostServices) => (
    <MarketingPage host={shown} sections={{ path: '/', components: {} }}>
      <p>Another section</p>
      <button id="plans" type="button" onClick={pressed}>
        Plans
      </button>
    </MarketingPage>
  );
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderToString(page(host));
  const root = hydrateRoot(element, page(host));
  await expect.poll(() => pressed).toHaveBeenCalledOnce();
  flushSync(() => root.render(page({ ...host })));
  await new Promise((done) => setTimeout(done));
  expect(pressed).toHaveBeenCalledOnce();
  root.unmount();
});

test('a page is shown where the storage of the tab is full', async () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem });
  const onError = vi.fn();
  const root = createRoot(document.createElement('div'), { onUncaughtError: onError });
  root.render(
    <MarketingPage host={{} as HostServices} sections={{ path: '/', components: {} }}>
      Page
    </MarketingPage>,
  );
  await expect.poll(() => setItem).toHaveBeenCalledOnce();
  await new Promise((done) => setTimeout(done));
  expect(onError).not.toHaveBeenCalled();
  root.unmount();
});
