import type { ContactRequestLastChange } from '@corvane/shared/contracts/backend/contact/contact-request-change';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { expect, test } from 'vitest';
import { changeFailureWords, lastChangeWords } from './api.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00Z');
const words = (changes: ContactRequestLastChange['changes'], by: string | null = 'Dana') =>
  lastChangeWords({ by, occurredAt: '2026-11-21T09:58:00Z', changes }, NOW_MS);

test('a change is described with who, what and when', () => {
  expect(words([{ field: 'status', before: 'new', after: 'done' }])).toBe(
    'Dana set this to Done 2 minutes ago.',
  );
  expect(words([{ field: 'assigned_to', before: null, after: 'Robin' }])).toBe(
    'Dana assigned this to Robin 2 minutes ago.',
  );
  expect(words([{ field: 'assigned_to', before: 'Robin', after: null }])).toBe(
    'Dana removed the assignment 2 minutes ago.',
  );
  expect(words([{ field: 'quarantine' }], null)).toBe('An operator released this 2 minutes ago.');
});

test('a representative who is refused is told in the words of the server', () => {
  const details = { fields: { 'change.assignedTo': 'Robin Vale was disabled.' } };
  expect(changeFailureWords(new ApiError('invalid_request', 'for the test', details))).toBe(
    'Robin Vale was disabled.',
  );
});

test('several changes are one sentence', () => {
  expect(words([{ field: 'status', before: 'new', after: 'in_progress' }, { field: 'staff_note' }])).toBe(
    'Dana set this to In progress and changed the note 2 minutes ago.',
  );
});

test('a change that is not in the trail is still announced', () => {
  expect(lastChangeWords(null, NOW_MS)).toBe('This request has changed since you opened it.');
  expect(words([])).toBe('Dana changed this 2 minutes ago.');
});
