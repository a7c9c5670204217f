import { expect, test } from 'vitest';
import { withSection } from './document-section.ts';

test('only what is between the marks is written, again and again', () => {
  const page = '# A\n<!-- bench load -->\nold\n<!-- end of bench load -->\n# B\n';
  const once = withSection(page, 'bench load', 'with $& and $1');
  expect(once).toBe('# A\n<!-- bench load -->\n\nwith $& and $1\n\n<!-- end of bench load -->\n# B\n');
  expect(withSection(once ?? '', 'bench load', 'with $& and $1')).toBe(once);
});

test('a page without the marks is left alone', () => {
  expect(withSection('# A\n<!-- bench web -->\n<!-- end of bench web -->', 'bench load', 'x')).toBeNull();
});
