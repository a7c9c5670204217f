import { describe, expect, test } from 'vitest';
import {
  enteringCode,
  enteringDetails,
  isCodeComplete,
  type QualificationEvent,
  type QualificationState,
  qualificationReducer,
} from './qualification-flow.ts';

const DETAILS = { email: 'ana@acme.example', name: 'Ana Diaz', company: 'Acme' };
const FIRST_CODE = {
  id: 'v1',
  idempotencyKey: 'key-1',
  sentAtMs: 1_000,
  validForSeconds: 300,
  resendAfterSeconds: 20,
  maxAttempts: 3,
  isTestMode: false,
  testCode: null,
  refusedCount: 0,
};
const SECOND_CODE = { ...FIRST_CODE, id: 'v2', sentAtMs: 40_000 };

function after(state: QualificationState, ...events: QualificationEvent[]): QualificationState {
  return events.reduce(qualificationReducer, state);
}

const requested: QualificationEvent = { type: 'code-requested', details: DETAILS };
const typed = (text: string): QualificationEvent => ({ type: 'code-entered', text });

const PROOF = { verificationId: FIRST_CODE.id, code: '123456', idempotencyKey: FIRST_CODE.idempotencyKey };
const ISSUED = { token: 'secret', expiresAt: '', validForSeconds: 1, proof: PROOF };

test('the flow goes from details to code to link', () => {
  const sent = after(enteringDetails(), requested, { type: 'code-sent', verification: FIRST_CODE });
  expect(sent).toEqual(enteringCode(DETAILS, FIRST_CODE));
  const done = after(
    sent,
    typed('123456'),
    { type: 'link-requested' },
    {
      type: 'link-issued',
      token: 'secret',
      expiresAt: '2026-11-23T14:05:00Z',
      validForSeconds: 3_600,
      proof: PROOF,
    },
  );
  expect(done).toEqual({
    step: 'link',
    details: DETAILS,
    token: 'secret',
    expiresAt: '2026-11-23T14:05:00Z',
    validForSeconds: 3_600,
    proof: PROOF,
    mailableUntilMs: FIRST_CODE.sentAtMs + FIRST_CODE.validForSeconds * 1000,
    mail: 'none',
    isCopied: false,
    next: null,
  });
  expect(after(done, { type: 'link-mail-changed', mail: 'sent' })).toEqual({ ...done, mail: 'sent' });
});

describe('details', () => {
  test('correcting a field removes only its own error', () => {
    const refused = after(enteringDetails(), {
      type: 'details-refused',
      errors: { email: 'wrong', name: 'too long' },
    });
    const corrected = after(refused, { type: 'detail-entered', field: 'email', value: 'a@b.example' });
    expect(corrected).toMatchObject({ details: { email: 'a@b.example' }, errors: { name: 'too long' } });
    expect(corrected).not.toHaveProperty('errors.email');
  });

  test('the form cannot be changed while it is being sent', () => {
    const sending = after(enteringDetails(), requested);
    expect(after(sending, { type: 'detail-entered', field: 'email', value: 'x' })).toBe(sending);
  });

  test('a failed call keeps what was typed', () => {
    expect(after(enteringDetails(), requested, { type: 'call-failed' })).toEqual(enteringDetails(DETAILS));
  });

  test('a late answer that the current step does not expect changes nothing', () => {
    const idle = enteringDetails(DETAILS);
    expect(after(idle, { type: 'code-sent', verification: FIRST_CODE })).toBe(idle);
  });
});

describe('code', () => {
  const entering = enteringCode(DETAILS, FIRST_CODE);

  test('a code of five digits is not sent', () => {
    const five = after(entering, typed('12345'));
    expect(five).toMatchObject({ code: '12345', busy: null });
    expect(after(five, { type: 'link-requested' })).toBe(five);
    expect(isCodeComplete({ code: '12345' })).toBe(false);
    expect(isCodeComplete({ code: '123456' })).toBe(true);
  });

  test('a refused code stays for correction, and typing removes the message', () => {
    const refused = after(
      entering,
      typed('123456'),
      { type: 'link-requested' },
      {
        type: 'code-refused',
        message: 'wrong',
      },
    );
    expect(refused).toMatchObject({ code: '123456', codeError: 'wrong', busy: null });
    expect(after(refused, typed('12345'))).toMatchObject({ codeError: null });
  });

  test('a new code voids the old one and clears the typed digits', () => {
    const again = after(entering, typed('123456'), requested, {
      type: 'code-sent',
      verification: SECOND_CODE,
    });
    expect(again).toEqual(enteringCode(DETAILS, SECOND_CODE));
  });

  test('if the server refuses the details on a resend, the flow returns to them', () => {
    const refused = after(entering, requested, { type: 'details-refused', errors: { email: 'blocked' } });
    expect(refused).toEqual({ ...enteringDetails(DETAILS), errors: { email: 'blocked' } });
  });

  test('going back keeps the details and drops the code', () => {
    const back = after(entering, typed('123456'), { type: 'details-reopened' });
    expect(back).toEqual(enteringDetails(DETAILS));
    expect(after(back, { ...ISSUED, type: 'link-issued' })).toBe(back);
  });
});

test('the next customer starts with empty fields', () => {
  const link: QualificationState = {
    step: 'link',
    details: DETAILS,
    ...ISSUED,
    mailableUntilMs: 1,
    mail: 'none',
    isCopied: false,
    next: null,
  };
  expect(after(link, { type: 'started-over' })).toEqual(enteringDetails());
});
