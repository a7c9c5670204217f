// @vitest-environment happy-dom

import { listedRepSchema } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { press, untilText } from '../../../testing/mount.tsx';
import { RoutedHost } from '../../../testing/routed-host.tsx';
import { repRow } from '../reps-fixtures.ts';
import { type ConfirmedAction, RepConfirm } from './rep-confirm.tsx';

const onSalesId = vi.fn();
const onClose = vi.fn();

/** Opens the question, and confirms it. */
async function confirm(action: ConfirmedAction, answer: object, changes = {}, button = '', words = '') {
  const host = new RoutedHost({ 'change-representative': () => answer });
  const rep = listedRepSchema.parse(repRow(changes));
  await host.mount(<RepConfirm rep={rep} action={action} onSalesId={onSalesId} onClose={onClose} />);
  await untilText(document.body, words);
  await press(document.body, button);
  await act(() => expect.poll(() => onClose.mock.calls.length).toBe(1));
  onClose.mockReset();
}

test.each([
  [{ customers: 0, openRequests: 0 }, 'They have no customers and no open requests.'],
  [{ customers: 1 }, '1 customer and 3 open requests stay with them until you hand them over.'],
])('a representative is disabled, after saying what they have: %j', async (changes, words) => {
  await confirm('disable', { outcome: 'disabled', endedSessions: 1 }, changes, 'Disable', words);
  await untilText(document.body, 'Disabled: Robin Vale can no longer sign in. 1 session ended.');
});

test.each([
  ['enable', 'enabled', 'Enable', 'They can sign in again, with a new sales ID.'],
  ['rotate', 'rotated', 'Make a new sales ID', 'and 1 live session ends.'],
] as const)('to %s a representative shows their new sales ID', async (action, outcome, button, words) => {
  await confirm(action, { outcome, salesId: 'NEW-ID', endedSessions: 1 }, { liveSessions: 1 }, button, words);
  expect(onSalesId).toHaveBeenLastCalledWith('Robin Vale', 'NEW-ID');
});

test.each([
  ['take', 'Give new requests', 'Robin Vale gets new requests in turn.'],
  ['take-no', 'Give no new requests', 'Robin Vale gets no new requests in turn.'],
] as const)('the answer to "%s" says who gets new requests', async (action, button, description) => {
  await confirm(action, { outcome: 'set' }, {}, button);
  await untilText(document.body, `Saved: ${description}`);
});
