// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { mount } from '../../testing/mount.tsx';
import { DayFields } from './day-fields.tsx';

test.each([
  ['2026-11-03', '2026-11-02', 'Before From, so nothing matches'],
  ['2026-11-03', '2026-11-03', ''],
  ['2026-11-03', null, ''],
  [null, '2026-11-02', ''],
])('from %s to %s, the last day reads %o', async (from, to, words) => {
  const { container } = await mount(<DayFields range={{ from, to }} onChange={() => {}} />);
  const last = container.querySelectorAll('input')[1];
  expect(container.querySelectorAll('[role=status]')[1]?.textContent).toBe(words);
  expect(last?.getAttribute('aria-invalid')).toBe(words === '' ? null : 'true');
});
