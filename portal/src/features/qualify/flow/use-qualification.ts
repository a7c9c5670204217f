import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { freshKey } from '@corvane/shared/lib/fresh-id';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { logInvalidAnswer } from '../../../lib/log-invalid-answer.ts';
import { useNewest } from '../../../lib/use-newest.ts';
import { readQualificationDraft, writeQualificationDraft } from './qualification-draft.ts';
import { detailErrorsOf, linkFailure, sendFailureWords } from './qualification-failure.ts';
import {
  givesWay,
  isCodeComplete,
  type LinkMail,
  type QualificationState,
  qualificationReducer,
} from './qualification-flow.ts';

/** Fetched with the news, before anybody can have filled in the form. */
const loadCalls = () =>
  import('./qualification-calls.ts').catch((cause) => {
    throw new ApiError('network', 'The code of the calls could not be loaded', { cause });
  });

export interface Qualification {
  state: QualificationState;
  /** The request that supplied the details. null when the rep started the flow. */
  request: CustomerDetails | null;
  enterDetail(field: keyof CustomerDetails, value: string): void;
  /** Sends a first code, or a new one. */
  sendCode(): Promise<void>;
  enterCode(text: string): void;
  verify(): Promise<void>;
  /** Asks the site to mail the link to the customer. */
  mailLink(): Promise<void>;
  copied(): void;
  changeDetails(): void;
  startOver(): void;
}

/** Runs the flow: makes the calls, shows toasts, and stores the draft. */
export function useQualification(sessionId: string, request: CustomerDetails | null = null): Qualification {
  const { api, toast } = useHostServices();
  const [state, dispatch] = useReducer(qualificationReducer, sessionId, readQualificationDraft);
  const call = useRef<AbortController | null>(null);
  const isBusy = state.step !== 'link' && state.busy !== null;

  useEffect(() => writeQualificationDraft(state, sessionId), [state, sessionId]);
  useEffect(() => () => call.current?.abort(), []);
  const take = useNewest((details: CustomerDetails) => {
    if (givesWay(state, details)) call.current?.abort();
    dispatch({ type: 'customer-requested', details });
  });
  useEffect(() => {
    if (request !== null) take(request);
  }, [request, take]);

  /** Allows one call at a time. Answers of aborted calls are ignored. */
  function prefetchCall(): AbortSignal {
    call.current?.abort();
    call.current = new AbortController();
    return call.current.signal;
  }

  async function sendCode() {
    if (isBusy) return;
    const signal = prefetchCall();
    dispatch({ type: 'code-requested', details: state.details });
    try {
      const { checkDetails, sendVerification } = await loadCalls();
      if (signal.aborted) return;
      const { details, errors } = checkDetails(state.details);
      if (errors !== null) {
        if (errors.email !== undefined && state.details.email.trim() === '') {
          toast({ title: 'Error', description: errors.email, tone: 'error' });
        }
        dispatch({ type: 'details-refused', errors });
        return;
      }
      dispatch({ type: 'code-requested', details });
      const sent = await sendVerification(api, details, signal);
      const { verificationId, verificationCode } = sent;
      if (signal.aborted) return;
      const isTestMode = verificationCode !== undefined;
      dispatch({
        type: 'code-sent',
        verification: {
          id: verificationId,
          idempotencyKey: freshKey(),
          sentAtMs: Date.now(),
          validForSeconds: sent.validForSeconds,
          resendAfterSeconds: sent.resendAfterSeconds,
          maxAttempts: sent.maxAttempts,
          isTestMode,
          testCode: verificationCode ?? null,
          refusedCount: 0,
        },
      });
      toast(
        isTestMode
          ? {
              title: 'Test Mode Active',
              description: `Using test verification code: ${verificationCode}`,
              tone: 'info',
            }
          : {
              title: 'Verification Code Sent',
              description: 'Please ask the customer to check their email for the verification code.',
              tone: 'success',
            },
      );
    } catch (error) {
      if (signal.aborted) return;
      logInvalidAnswer('send-verification', error);
      const errors = detailErrorsOf(error);
      const hasErrors = Object.keys(errors).length > 0;
      dispatch(hasErrors ? { type: 'details-refused', errors } : { type: 'call-failed' });
      toast({ ...sendFailureWords(error), tone: 'error' });
    }
  }

  async function verify() {
    if (state.step !== 'code' || isBusy || !isCodeComplete(state)) return;
    const signal = prefetchCall();
    dispatch({ type: 'link-requested' });
    try {
      const { id: verificationId, idempotencyKey } = state.verification;
      const proof = { verificationId, code: state.code, idempotencyKey };
      const { issueAccessLink } = await loadCalls();
      const { token, expiresAt, validForSeconds } = await issueAccessLink(api, proof, signal);
      if (signal.aborted) return;
      dispatch({ type: 'link-issued', token, expiresAt, validForSeconds, proof });
      toast({ title: 'Success', description: 'Access link generated successfully', tone: 'success' });
    } catch (error) {
      if (signal.aborted) return;
      logInvalidAnswer('issue-access-link', error);
      const { isCodeRefused, title, description } = linkFailure(error, state.verification);
      dispatch(isCodeRefused ? { type: 'code-refused', message: description } : { type: 'call-failed' });
      toast({ title, description, tone: 'error' });
    }
  }

  async function mailLink() {
    if (state.step !== 'link' || state.mail === 'sending') return;
    const tell = (mail: LinkMail) => dispatch({ type: 'link-mail-changed', mail });
    if (Date.now() > state.mailableUntilMs) return tell('too_late');
    const signal = prefetchCall();
    tell('sending');
    try {
      const { issueAccessLink } = await loadCalls();
      const { mail = 'failed' } = await issueAccessLink(api, { ...state.proof, mailLink: true }, signal);
      if (!signal.aborted) tell(mail);
    } catch (error) {
      if (signal.aborted) return;
      logInvalidAnswer('issue-access-link', error);
      // After any failure, the link is still shown and the rep can copy it.
      tell('failed');
    }
  }

  return {
    state,
    request,
    enterDetail: (field, value) => dispatch({ type: 'detail-entered', field, value }),
    sendCode,
    enterCode: (text) => dispatch({ type: 'code-entered', text }),
    verify,
    mailLink,
    copied: useCallback(() => dispatch({ type: 'link-copied' }), []),
    changeDetails: () => {
      call.current?.abort();
      dispatch({ type: 'details-reopened' });
    },
    startOver: () => dispatch({ type: 'started-over' }),
  };
}
