import { describe, expect, it } from 'vitest';
import { firstVisitFrom } from './first-visit.ts';

describe('the first visit', () => {
  it('keeps the five campaign parameters without their prefix, and no others', () => {
    const visit = firstVisitFrom('?utm_source=news&utm_campaign=q4&utm_evil=1&x=2', 'https://example.org/');
    expect(visit).toEqual({ utm: { source: 'news', campaign: 'q4' }, referrer: 'https://example.org/' });
  });

  it('removes the query of the referring page, because it can contain an access token', () => {
    const { referrer } = firstVisitFrom('', 'https://corvane.example/comparison?access=secret#faq');
    expect(referrer).toBe('https://corvane.example/comparison');
  });

  it('cuts text that the server would refuse as too long', () => {
    const visit = firstVisitFrom(`?utm_term=${'a'.repeat(1200)}`, `https://e.org/${'b'.repeat(5200)}`);
    expect(visit.utm.term).toHaveLength(200);
    expect(visit.referrer).toHaveLength(2000);
  });

  it('cuts no character in half: the server would refuse every form of the tab', () => {
    expect(firstVisitFrom(`?utm_term=${'a'.repeat(199)}😀`, '').utm.term).toBe('a'.repeat(199));
  });
});
