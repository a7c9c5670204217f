import { FACES_SCRIPT } from '@corvane/tools/gateway/inline-scripts';
import { expect, test, vi } from 'vitest';

interface Part {
  top: number;
  bottom: number;
  /** Of the same part once the downloaded faces are shown. */
  later?: { top: number; bottom: number };
  isLaidOut?: boolean;
  /** Of a browser that cannot tell whether a part is laid out. */
  isUntold?: boolean;
  /** A selector of what it is in. */
  place?: 'main';
  parts?: Part[];
}

interface Loaded {
  parts?: Part[];
  hasFaces?: boolean;
  areFontsBroken?: boolean;
}

const settle = () => new Promise((done) => setTimeout(done));

/** Runs the script in a page of 800 px height that has these parts in a section. */
function load({ parts = [], hasFaces = true, areFontsBroken = false }: Loaded) {
  const dataset: { faces?: string } = {};
  const link = {
    dataset: { fonts: '/a.woff2 /b.woff2' },
    onload: () => {},
  };
  const window: { 'host:download-faces'?: () => void } = {};
  const fonts = [{ family: 'Brand' }, { family: '"Brand Fallback"' }];
  const loadFont = vi.fn(async (_font: string) => {
    if (areFontsBroken) throw new TypeError('no network');
  });
  const append = vi.fn();
  const answers: (() => void)[] = [];
  const fetch = vi.fn(
    (_url: string, _options: object) =>
      new Promise<{ blob(): void }>((resolve, reject) =>
        answers.push(() => (areFontsBroken ? reject(new TypeError('no network')) : resolve({ blob() {} }))),
      ),
  );
  const elementOf = ({
    isLaidOut = true,
    isUntold,
    top,
    bottom,
    later,
    place,
    parts = [],
  }: Part): object => ({
    checkVisibility: isUntold ? undefined : () => isLaidOut,
    closest: (selector: string) => (selector === place ? {} : null),
    matches: () => false,
    children: parts.map(elementOf),
    getBoundingClientRect: () => {
      const box = (dataset.faces === undefined ? later : undefined) ?? { top, bottom };
      return { ...box, height: box.bottom - box.top };
    },
  });
  const page = {
    document: {
      body: elementOf({ top: 0, bottom: 800, parts: [{ top: 0, bottom: 800, parts }] }),
      documentElement: { dataset },
      head: { append },
      fonts: Object.assign(fonts, { load: loadFont }),
      querySelector: () => (hasFaces ? { content: { firstElementChild: link } } : null),
    },
    window,
    innerHeight: 800,
    fetch,
  };
  new Function(...Object.keys(page), FACES_SCRIPT)(...Object.values(page));
  return {
    dataset,
    fetch,
    loadFont,
    append,
    download: () => window['host:download-faces']?.(),
    answer: (index: number) => {
      answers[index]?.();
      return settle();
    },
    /** All fonts answer, and the browser has read the stylesheet of the faces. */
    arrive: async () => {
      window['host:download-faces']?.();
      for (const answer of answers) answer();
      await settle();
      link.onload();
      await settle();
    },
  };
}

test('text is in the faces of the machine until the fonts have been downloaded', async () => {
  const page = load({});
  expect(page.dataset.faces).toBe('local');
  await page.arrive();
  expect(page.dataset.faces).toBeUndefined();
  expect(page.loadFont.mock.calls).toEqual([['1em Brand']]);
});

test('the stylesheet of the faces comes after the last font, and no request tells the page', async () => {
  const page = load({});
  page.download();
  expect(page.fetch.mock.calls.map(([url]) => url)).toEqual(['/a.woff2', '/b.woff2']);
  for (const [, options] of page.fetch.mock.calls)
    expect(options).toMatchObject({ referrerPolicy: 'no-referrer' });
  await page.answer(0);
  expect(page.append).not.toHaveBeenCalled();
  await page.answer(1);
  expect(page.append).toHaveBeenCalledOnce();
});

test.each([
  { what: 'moves down', part: { top: 300, bottom: 340, later: { top: 324, bottom: 364 } } },
  { what: 'becomes a line longer', part: { top: 300, bottom: 340, later: { top: 300, bottom: 364 } } },
])('if a part on the screen $what, the text waits for another page', async ({ part }) => {
  const page = load({ parts: [{ top: 0, bottom: 100 }, part] });
  await page.arrive();
  expect(page.dataset.faces).toBe('later');
});

test.each([
  { what: 'below the screen', part: { top: 900, bottom: 950, later: { top: 924, bottom: 974 } } },
  { what: 'above the screen', part: { top: -90, bottom: -50, later: { top: -66, bottom: -26 } } },
  { what: 'only below the screen', part: { top: 300, bottom: 900, later: { top: 300, bottom: 924 } } },
  { what: 'by less than can be seen', part: { top: 300, bottom: 340, later: { top: 301, bottom: 341 } } },
  {
    what: 'that is not laid out',
    part: { isLaidOut: false, top: 300, bottom: 340, later: { top: 324, bottom: 364 } },
  },
])('what moves $what keeps no text from its face', async ({ part }) => {
  const page = load({ parts: [part] });
  await page.arrive();
  expect(page.dataset.faces).toBeUndefined();
});

test('a browser that cannot tell what is laid out compares everything on the screen', async () => {
  const still = load({ parts: [{ isUntold: true, top: 300, bottom: 340 }] });
  await still.arrive();
  expect(still.dataset.faces).toBeUndefined();
  const moved = { top: 324, bottom: 364 };
  const moving = load({ parts: [{ isUntold: true, top: 300, bottom: 340, later: moved }] });
  await moving.arrive();
  expect(moving.dataset.faces).toBe('later');
});

const MOVING = { top: 300, bottom: 340, later: { top: 324, bottom: 364 } };

test.each([
  { what: 'a fixed dialog in a parent off the screen', parent: { top: 900, bottom: 950 }, faces: 'later' },
  {
    what: 'a part whose parent has no box',
    parent: { isLaidOut: false, top: 0, bottom: 0, place: 'main' },
    faces: 'later',
  },
  { what: 'a part whose parent is empty', parent: { top: 0, bottom: 0, place: 'main' }, faces: 'later' },
  { what: 'what is in a section below the screen', parent: { top: 900, bottom: 950, place: 'main' } },
] as const)(
  'text waits for another page only for what may be on the screen: $what',
  async ({ parent, ...expected }) => {
    const page = load({ parts: [{ ...parent, parts: [MOVING] }] });
    await page.arrive();
    expect(page.dataset).toEqual('faces' in expected ? { faces: expected.faces } : {});
  },
);

test('without the fonts, text stays as it is', async () => {
  const page = load({ areFontsBroken: true });
  await page.arrive();
  expect(page.append).toHaveBeenCalledOnce();
  expect(page.dataset.faces).toBe('local');
});

test('a page without faces of its own has nothing to wait for', () => {
  const page = load({ hasFaces: false });
  page.download();
  expect(page.dataset.faces).toBeUndefined();
  expect(page.fetch).not.toHaveBeenCalled();
});
