import { describe, expect, it } from 'vitest';
import { projectTypeOf, readContactQuery } from './contact-query.ts';

describe('the query of the contact page', () => {
  it('gives source and tier, decoded', () => {
    expect(readContactQuery('?source=pricing&tier=Foundation%2B')).toEqual({
      source: 'pricing',
      tier: 'Foundation+',
    });
  });

  it('falls back to source general and no tier', () => {
    expect(readContactQuery('')).toEqual({ source: 'general', tier: '' });
    expect(readContactQuery('?source=%20&tier=')).toEqual({ source: 'general', tier: '' });
  });

  it('never gives more than the server takes', () => {
    const { source, tier } = readContactQuery(`?source=${'s'.repeat(999)}&tier=${'t'.repeat(999)}`);
    expect([source.length, tier.length]).toEqual([100, 100]);
  });

  it('hands a script through as the text that it is', () => {
    expect(readContactQuery('?tier=<script>alert(1)</script>').tier).toBe('<script>alert(1)</script>');
  });
});

describe('the kind of request', () => {
  it('is a demo for visitors who pressed Book a Demo', () => {
    expect(projectTypeOf('general', { intent: 'demo' })).toBe('demo');
    expect(projectTypeOf('book-demo', null)).toBe('demo');
  });

  it.each([null, undefined, 'demo', 7, {}, { intent: 'x' }])('is contact with %j as state', (state) => {
    expect(projectTypeOf('pricing', state)).toBe('contact');
  });

  it('does not take every word with demo in it for one', () => {
    expect(projectTypeOf('demography', null)).toBe('contact');
  });
});
