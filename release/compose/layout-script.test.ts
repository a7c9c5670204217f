import { LAYOUT_SCRIPT } from '@corvane/tools/gateway/inline-scripts';
import { expect, test } from 'vitest';

/** Runs the script in a page that was loaded like this. @returns the page's attributes, and what it listens to */
function load(type: string, address = 'https://site.example/', hash = '') {
  const dataset: { layout?: string } = {};
  const listeners = new Map<string, (event: object) => void>();
  const documentElement = { dataset };
  new Function('document', 'performance', 'location', 'addEventListener', LAYOUT_SCRIPT)(
    { documentElement },
    { getEntriesByType: () => [{ type, name: address }] },
    { hash },
    (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  );
  return {
    dataset,
    documentElement,
    fire: (name: string, event: object = {}) => listeners.get(name)?.(event),
  };
}

test('only a fresh navigation to the top of a page may be laid out late', () => {
  expect(load('navigate').dataset.layout).toBe('near');
  for (const type of ['reload', 'back_forward', 'prerender'])
    expect(load(type).dataset.layout).toBeUndefined();
  expect(load('navigate', 'https://site.example/#a', '#a').dataset.layout).toBeUndefined();
  expect(load('navigate', 'https://site.example/#:~:text=price').dataset.layout).toBeUndefined();
});

const JUMPS: [string, object][] = [
  ['popstate', {}],
  ['beforeprint', {}],
  ['keydown', { key: 'End' }],
  ['keydown', { key: 'F3' }],
  ['keydown', { key: 'f', ctrlKey: true }],
  ['keydown', { key: 'f', metaKey: true }],
  ['click', { target: { closest: () => ({}) } }],
];

test.each(JUMPS)('a jump lays out everything: %s %o', (name, event) => {
  const { dataset, fire } = load('navigate');
  fire(name, event);
  expect(dataset.layout).toBeUndefined();
});

test('the scroll bar lays out everything, and a touch of the page does not', () => {
  const { dataset, documentElement, fire } = load('navigate');
  fire('pointerdown', { target: {} });
  fire('click', { target: { closest: () => null } });
  fire('keydown', { key: 'PageDown' });
  expect(dataset.layout).toBe('near');
  fire('pointerdown', { target: documentElement });
  expect(dataset.layout).toBeUndefined();
});
