import { expect, test } from 'vitest';
import { searchWith } from '../../lib/search-with.ts';
import { EVERY_REP, filterOf, isChosen, openRepOf, repsViewChange, repsViewOf } from './reps-view.ts';

const ID = '00000000-0000-4000-8000-0000000000d1';

test("the address preserves a view, and other tabs' parameters stay", () => {
  const view = { state: 'disabled', search: 'ada & co' } as const;
  const search = searchWith('?tab=representatives&state=new', repsViewChange(view));
  expect(search).toBe('?tab=representatives&state=new&reps=disabled&rep-find=ada+%26+co');
  expect(repsViewOf(search)).toEqual(view);
  expect(searchWith(search, repsViewChange(EVERY_REP))).toBe('?tab=representatives&state=new');
});

test.each(['?reps=gone', `?rep-find=${'x'.repeat(201)}`, '?rep-find=%20'])(
  'the address %s shows the default view',
  (search) => {
    expect(repsViewOf(search)).toEqual(EVERY_REP);
    expect(isChosen(repsViewOf(search))).toBe(false);
  },
);

test('the filter contains only chosen values', () => {
  expect(filterOf(EVERY_REP)).toEqual({ state: null, search: null });
  expect(filterOf({ state: 'managers', search: 'a' })).toEqual({ state: 'managers', search: 'a' });
});

test('only an id opens a representative', () => {
  expect(openRepOf(`?rep=${ID.toUpperCase()}`)).toBe(ID);
  expect(openRepOf('?rep=me')).toBeNull();
});
