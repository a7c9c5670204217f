// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { focusSearch } from '../../shortcuts/use-shortcuts.ts';
import { SearchField } from './search-field.tsx';

const element = document.body.appendChild(document.createElement('div'));
let root: Root;
beforeEach(() => {
  root = createRoot(element);
});
afterEach(() => act(async () => root.unmount()));

const show = (searches: { isHidden: boolean }[]) =>
  act(async () =>
    root.render(
      <>
        <button type="button">Customers</button>
        <button type="button">Other</button>
        {searches.map(({ isHidden }, index) => (
          <div key={index} hidden={isHidden}>
            <SearchField label="Search" placeholder="" value="kay" maxLength={200} onSearch={() => {}} />
          </div>
        ))}
      </>,
    ),
  );
const button = (at: number) => element.querySelectorAll('button')[at] as HTMLButtonElement;
const field = (at: number) => element.querySelectorAll('input')[at];

test('the search of the shown tab takes the focus', async () => {
  await show([{ isHidden: true }, { isHidden: false }]);
  focusSearch();
  expect(document.activeElement).toBe(field(1));
});

/** Regression: '3' and '/' in quick succession left the focus on the tab when its code was still coming. */
test('a search asked for before it is there takes the focus when it appears', async () => {
  await show([{ isHidden: true }]);
  button(0).focus();
  focusSearch();
  expect(document.activeElement).toBe(button(0));
  await show([{ isHidden: true }, { isHidden: true }, { isHidden: false }]);
  expect(document.activeElement).toBe(field(2));
});

test('a search that appears after the focus has moved on leaves it there', async () => {
  await show([]);
  button(0).focus();
  focusSearch();
  button(1).focus();
  await show([{ isHidden: false }]);
  expect(document.activeElement).toBe(button(1));
  button(0).focus();
  await show([{ isHidden: false }, { isHidden: false }]);
  expect(document.activeElement).toBe(button(0));
});
