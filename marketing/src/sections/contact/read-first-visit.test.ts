import { describe, expect, it } from 'vitest';
import { readFirstVisit } from './read-first-visit.ts';

describe('the first visit of a request', () => {
  it.each([null, 'not json', '{"utm":{"source":1},"referrer":""}', '[]'])(
    'is unknown when storage contains %s',
    (stored) => {
      expect(readFirstVisit({ getItem: () => stored })).toEqual({ utm: {}, referrer: '' });
    },
  );

  it('is unknown when storage is disabled', () => {
    const storage = {
      getItem: () => {
        throw new Error('denied');
      },
    };
    expect(readFirstVisit(storage)).toEqual({ utm: {}, referrer: '' });
  });
});
