import { describe, expect, it } from 'vitest';
import { readFirstVisit } from './read-first-visit.ts';

describe('the first visit of a request', () => {
  it.each([
    null,
    'not json',
    '{"utm":{"source":1},"referrer":""}',
    '{"utm":{"source":"news","term":1},"referrer":""}',
    '[]',
  ])('is unknown when storage contains %s', (stored) => {
    expect(readFirstVisit({ getItem: () => stored })).toEqual({ utm: {}, referrer: '' });
  });

  it.each([{}, { source: 'news' }, { source: 'news', campaign: 'q4' }])(
    'is read as it was stored, with the campaign parameters %j',
    (utm) => {
      const visit = { utm, referrer: 'https://example.org/list' };
      expect(readFirstVisit({ getItem: () => JSON.stringify(visit) })).toEqual(visit);
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
