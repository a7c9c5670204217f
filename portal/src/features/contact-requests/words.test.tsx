// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { mount, stopClock } from '../../testing/mount.tsx';
import { requestRow } from './requests-fixtures.ts';
import { FirstAnswer } from './words.tsx';

const SENT = { createdAt: '2026-11-21T07:00:00Z' };

test.each([
  ['an answer', { firstAnsweredAt: '2026-11-21T07:00:20Z' }, 'answered after 1 minute'],
  ['a late answer', { firstAnsweredAt: '2026-11-24T08:00:00Z' }, 'answered after 3 days'],
  ['an answer that is due', { answerDueAt: '2026-11-22T07:00:00Z' }, 'answer due in 21 hours'],
  ['an answer that is overdue', { answerDueAt: '2026-11-21T09:15:00Z' }, 'Overdue by 45 minutes'],
  ['no need for an answer', {}, ''],
])('%s is told in words', async (_what, changes, words) => {
  stopClock();
  const { container, unmount } = await mount(<FirstAnswer request={requestRow({ ...SENT, ...changes })} />);
  expect(container.textContent).toBe(words);
  await unmount();
});
