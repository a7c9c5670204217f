import { expect, test } from 'vitest';
import { changeOf, valuesOf } from './request-values.ts';

const ROBIN = { id: '00000000-0000-4000-8000-0000000000d1', name: 'Robin' };
const STORED = { status: 'new', assignedTo: null, staffNote: 'Asked twice' } as const;

test('only the values that differ are sent', () => {
  expect(changeOf(STORED, valuesOf(STORED))).toEqual({});
  expect(changeOf(STORED, { ...valuesOf(STORED), status: 'done' })).toEqual({ status: 'done' });
  expect(changeOf({ ...STORED, assignedTo: ROBIN }, valuesOf(STORED))).toEqual({ assignedTo: null });
  expect(changeOf(STORED, { status: 'new', assignedTo: ROBIN.id, staffNote: '' })).toEqual({
    assignedTo: ROBIN.id,
    staffNote: '',
  });
});
