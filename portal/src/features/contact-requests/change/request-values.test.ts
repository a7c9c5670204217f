import { expect, test } from 'vitest';
import { changeOf, isUnchanged, rebased, valuesOf } from './request-values.ts';

const ROBIN = { id: '00000000-0000-4000-8000-0000000000d1', name: 'Robin' };
const STORED = { status: 'new', assignedTo: null, staffNote: 'Asked twice' } as const;

test('only the values that differ are sent', () => {
  expect(isUnchanged(changeOf(STORED, valuesOf(STORED)))).toBe(true);
  expect(changeOf(STORED, { ...valuesOf(STORED), status: 'done' })).toEqual({ status: 'done' });
  expect(changeOf({ ...STORED, assignedTo: ROBIN }, valuesOf(STORED))).toEqual({ assignedTo: null });
  expect(changeOf(STORED, { status: 'new', assignedTo: ROBIN.id, staffNote: '' })).toEqual({
    assignedTo: ROBIN.id,
    staffNote: '',
  });
});

test("after a colleague's change, the person's changes stay and the other values are the colleague's", () => {
  const mine = { ...valuesOf(STORED), staffNote: 'Call on Monday' };
  const theirs = { ...STORED, status: 'done', assignedTo: ROBIN } as const;
  const values = rebased(STORED, mine, theirs);
  expect(values).toEqual({ status: 'done', assignedTo: ROBIN.id, staffNote: 'Call on Monday' });
  expect(changeOf(theirs, values)).toEqual({ staffNote: 'Call on Monday' });
});

test('if two people make the same change, nothing is left to save', () => {
  const done = { ...STORED, status: 'done' } as const;
  expect(isUnchanged(changeOf(done, rebased(STORED, valuesOf(done), done)))).toBe(true);
});
