import { BOOK_A_DEMO_PATH } from '@corvane/shared/contracts/remote/demo-link';
import { describe, expect, it } from 'vitest';
import { PRICING_DEMO_SOURCE, pathOfQuery, projectTypeOf, readContactQuery } from './contact-query.ts';

const DEMO_PATH = pathOfQuery({ source: PRICING_DEMO_SOURCE, tier: '' });

describe('the query of the contact page', () => {
  it('returns source and tier, decoded', () => {
    expect(readContactQuery('?source=pricing&tier=Foundation%2B')).toEqual({
      source: 'pricing',
      tier: 'Foundation+',
    });
  });

  it('carries how a plan is billed, and drops an unknown word', () => {
    const query = { source: 'quote', tier: 'Moonshot', billing: 'annual' } as const;
    expect(pathOfQuery(query)).toBe('/contact?source=quote&tier=Moonshot&billing=annual');
    expect(readContactQuery(pathOfQuery(query).slice('/contact'.length))).toEqual(query);
    expect(readContactQuery('?billing=weekly')).toEqual({ source: 'general', tier: '' });
  });

  it('falls back to source general and no tier', () => {
    expect(readContactQuery('')).toEqual({ source: 'general', tier: '' });
    expect(readContactQuery('?source=%20&tier=')).toEqual({ source: 'general', tier: '' });
  });

  it('never returns more than the server accepts', () => {
    const { source, tier } = readContactQuery(`?source=${'s'.repeat(999)}&tier=${'t'.repeat(999)}`);
    expect([source.length, tier.length]).toEqual([100, 100]);
    expect(readContactQuery(`?tier=${'t'.repeat(99)}😀`).tier).toBe('t'.repeat(99));
  });

  it('returns a script as plain text', () => {
    expect(readContactQuery('?tier=<script>alert(1)</script>').tier).toBe('<script>alert(1)</script>');
  });
});

describe('the kind of request', () => {
  const typeOfLink = (to: string) => projectTypeOf(readContactQuery(to.slice(to.indexOf('?'))).source);

  it.each([BOOK_A_DEMO_PATH, DEMO_PATH])('is a demo for %s, in any tab', (to) => {
    expect(typeOfLink(to)).toBe('demo');
  });

  it.each(['general', 'pricing', ''])('is contact from %j', (source) => {
    expect(projectTypeOf(source)).toBe('contact');
  });

  it('is not a demo for other words that contain demo', () => {
    expect(projectTypeOf('demography')).toBe('contact');
  });
});
