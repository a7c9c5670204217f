import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, test } from 'vitest';
import { SiteStore } from '../store/site-store.ts';
import { testInBrowser } from './browser-test.ts';

/** Scripts that a button loads one after the other: it takes far longer than the two frames of a press. */
const CHAIN = 20;

/**
 * Tries pages for representatives, each with a button that loads the chain.
 * @param last the last script of the chain
 * @param atOnce what the last page runs when it is opened
 * @param access who may open the pages
 */
async function testSite(last: string, atOnce = '', access = 'rep'): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-site-'));
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'last'];
  const routes = names.map((name) => ({ path: `/${name}`, access }));
  const page = `<!doctype html><title>t</title><main id="main"><h1>Page</h1><button type="button">Load</button></main>
    <script type="module" src="/assets/host/1/app.js"></script>`;
  const files: Record<string, string> = {
    'assets/host/1/app.js': `document.querySelector('h1').__reactFiber = {};
      document.querySelector('button').onclick = () => import('./0.js');
      if (location.pathname === '/last') { ${atOnce} }`,
    [`assets/host/1/${CHAIN}.js`]: last,
    'pages/1/registry.json': JSON.stringify({ remotes: { portal: { routes } } }),
  };
  for (const name of names) files[`pages/1/${name}.html`] = page;
  for (let index = 0; index < CHAIN; index += 1)
    files[`assets/host/1/${index}.js`] = `import './${index + 1}.js';`;
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  await testInBrowser(new SiteStore(root), { pagesDir: path.join(root, 'pages/1'), basename: '' });
}

test('an error in code that a press loads is found, even if it loads slowly', async () => {
  await expect(testSite("throw new Error('planted late')")).rejects.toThrow(
    /^Not released: \/\w+ after "Load" throws "planted late"/,
  );
});

/** React draws what is not urgent in slices, with frames in between. */
const IN_SLICES = `document.querySelector('button').onclick = () => {
  const { port1, port2 } = new MessageChannel();
  const endsAt = performance.now() + 3_000;
  port1.onmessage = () => {
    for (const sliceEndsAt = performance.now() + 5; performance.now() < sliceEndsAt; );
    if (performance.now() > endsAt) throw new Error('planted in a slice');
    port2.postMessage(null);
  };
  port2.postMessage(null);
};`;

/** Regression: the press after it was named, or none. */
test('an error in what a press draws in slices is found', async () => {
  await expect(testSite('export {};', IN_SLICES)).rejects.toThrow(
    /^Not released: \/last after "Load" throws "planted in a slice"/,
  );
});

test('an error belongs to the page that throws it, even if its tab opened another page before', {
  tags: ['deep'],
}, async () => {
  await expect(testSite('export {};', "throw new Error('planted last')")).rejects.toThrow(
    /^Not released: \/last throws "planted last"/,
  );
});

/** Regression: a page that throws for a representative went live. It was left before the session was known. */
test('a page is left only when the session is known', async () => {
  const forRep = `document.querySelector('button').dataset.anonymous = '';
    if (localStorage.getItem('host:sales-session') !== null) {
      const { dataset } = document.documentElement;
      dataset.session = 'restoring';
      setTimeout(() => { delete dataset.session; throw new Error('planted later'); }, 1_000);
    }`;
  await expect(testSite('export {};', forRep, 'public')).rejects.toThrow(
    'Not released: /last, signed in as a representative, throws "planted later"',
  );
});

test('a page that differs for signed-in people is opened as one of them', async () => {
  const forRep = `document.querySelector('button').dataset.anonymous = '';
    if (localStorage.getItem('host:sales-session') !== null) throw new Error('planted for some');`;
  await expect(testSite('export {};', forRep, 'public')).rejects.toThrow(
    'Not released: /last, signed in as a representative, throws "planted for some"',
  );
});

test('pages that are used without an error pass', async () => {
  await testSite('export {};');
});

test("an error that a customer's link alone brings out is found", async () => {
  const afterSignIn = `} if (location.search.includes('access=')) {
    const [dialog, form] = ['div', 'form'].map((name) => document.createElement(name));
    dialog.role = 'dialog';
    form.append('See prices');
    dialog.append(form);
    document.body.append(dialog);
    form.onsubmit = (event) => {
      event.preventDefault();
      dialog.remove();
      throw new Error('planted after a link');
    };`;
  await expect(testSite('export {};', afterSignIn, 'public')).rejects.toThrow(
    `Not released: /one, opened by a customer's link, throws "planted after a link"`,
  );
});

const ON_CHANGE = (path: string) =>
  `} addEventListener('popstate', () => location.pathname === '${path}' && import('./0.js')); {`;

/** Regression: sections that stay HTML were never run in a browser before a release. */
test.each(sampleOf('changes of pages', ['/one', '/four', '/last'], 3))(
  'an error in code that only a change of pages to %s loads is found',
  async (path) => {
    const planted = testSite("throw new Error('planted in sections')", ON_CHANGE(path), 'public');
    await expect(planted).rejects.toThrow(
      `Not released: ${path}, opened from another page, throws "planted in sections"`,
    );
  },
);
