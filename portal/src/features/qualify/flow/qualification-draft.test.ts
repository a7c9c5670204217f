import { expect, test } from 'vitest';
import { forgetSession, rememberSession } from '../../../app/session-memory.ts';
import { REP_SESSION } from '../../../testing/fake-host.tsx';
import {
  draftOf,
  readQualificationDraft,
  stateFromDraft,
  writeQualificationDraft,
} from './qualification-draft.ts';
import { enteringCode, enteringDetails, qualificationReducer } from './qualification-flow.ts';

const DETAILS = { email: 'ana@acme.example', name: 'Ana Diaz', company: '' };
const SENT_AT_MS = Date.UTC(2026, 10, 21);
const IN_TEST_MODE = {
  id: 'v1',
  idempotencyKey: 'key-1',
  sentAtMs: SENT_AT_MS,
  validForSeconds: 300,
  resendAfterSeconds: 20,
  maxAttempts: 3,
  isTestMode: true,
  testCode: '482913',
  refusedCount: 2,
};

function stored(state: Parameters<typeof draftOf>[0], sessionId = 'mine'): string {
  return JSON.stringify(draftOf(state, sessionId));
}

test('after a reload the flow continues with the sent code', () => {
  const restored = stateFromDraft(stored(enteringCode(DETAILS, IN_TEST_MODE)), 'mine', SENT_AT_MS + 60_000);
  expect(restored).toEqual(enteringCode(DETAILS, { ...IN_TEST_MODE, testCode: null }));
});

test('the draft never holds a code or a token', () => {
  const typed = qualificationReducer(enteringCode(DETAILS, IN_TEST_MODE), {
    type: 'code-entered',
    text: '482913',
  });
  expect(stored(typed)).not.toContain('482913');
  expect(
    draftOf(
      {
        step: 'link',
        details: DETAILS,
        token: 'secret',
        expiresAt: '',
        validForSeconds: 1,
        proof: { verificationId: '', code: '123456' },
        mailableUntilMs: 1,
        mail: 'none',
        isCopied: false,
        next: null,
      },
      'mine',
    ),
  ).toBeNull();
});

test('a draft with an expired code keeps its details and drops the code', () => {
  const text = stored(enteringCode(DETAILS, IN_TEST_MODE));
  expect(stateFromDraft(text, 'mine', SENT_AT_MS + 300_001)).toEqual(enteringDetails(DETAILS));
});

test('a draft keeps its details even if another release stored its code in a different format', () => {
  const draft = { sessionId: 'mine', details: DETAILS, verification: { id: 'v1', sentAtMs: SENT_AT_MS } };
  expect(stateFromDraft(JSON.stringify(draft), 'mine', SENT_AT_MS)).toEqual(enteringDetails(DETAILS));
});

test('another session finds no draft', () => {
  const text = stored(enteringDetails(DETAILS), 'theirs');
  expect(stateFromDraft(text, 'mine', SENT_AT_MS)).toEqual(enteringDetails());
});

test('untouched fields leave no draft', () => {
  expect(draftOf(enteringDetails(), 'mine')).toBeNull();
});

test.each([null, '', '{', 'null', '{"sessionId":"mine"}', '[]'])('a broken draft is ignored: %s', (text) => {
  expect(stateFromDraft(text, 'mine', SENT_AT_MS)).toEqual(enteringDetails());
});

/** Regression: only a logout removed it. */
test('a draft stays with its session, and goes when that one ends or another begins', async () => {
  const typed = enteringDetails(DETAILS);
  const stay = () => {
    writeQualificationDraft(typed, 'mine');
    rememberSession({ ...REP_SESSION, sessionId: 'mine' });
    expect(readQualificationDraft('mine')).toEqual(typed);
  };
  const gone = () => expect(readQualificationDraft('mine')).toEqual(enteringDetails());
  stay();
  forgetSession();
  gone();
  stay();
  rememberSession({ ...REP_SESSION, sessionId: 'theirs' });
  gone();
});
