import { durationWords } from '@corvane/shared/lib/duration-words';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useChange } from '../../app/use-change.ts';
import { CODE_LENGTH, codeDigits } from '../../lib/mailed-code.ts';
import { CodeField, ResendButton } from '../../ui/fields/code-field.tsx';
import {
  ACCESS_KEY,
  checkFailureWords,
  checkManagerCode,
  isCodeRefused,
  sendFailureWords,
  sendManagerCode,
} from './api.ts';

interface CodeGateProps {
  email: string;
  /** The access was open on this page and has ended. */
  hasEnded: boolean;
}

/** Mails a manager a code and asks for it. */
export function CodeGate({ email, hasEnded }: CodeGateProps) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [refusedCount, setRefusedCount] = useState(0);
  const send = useChange({
    mutationKey: [...ACCESS_KEY, 'send'],
    mutationFn: async () => ({ ...(await sendManagerCode(api)), sentAtMs: Date.now() }),
    onSuccess: () => {
      setCode('');
      setRefusedCount(0);
      check.reset();
    },
  });
  const check = useChange({
    mutationKey: [...ACCESS_KEY, 'check'],
    mutationFn: (codeId: string) => checkManagerCode(api, codeId, code),
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCESS_KEY }),
    onError: (error) => setRefusedCount((count) => count + (isCodeRefused(error) ? 1 : 0)),
  });
  const sendCode = () => {
    if (!check.isBusy()) send.send();
  };
  const sent = send.data;

  return (
    <section aria-labelledby="portal-gate-heading" className="max-w-measure">
      <h2 id="portal-gate-heading" className="text-heading">
        {hasEnded ? 'Your access to Operations has ended' : 'Open Operations'}
      </h2>
      <div className="mt-1 mb-4 text-sm text-muted">
        {sent === undefined ? (
          <p className="wrap-anywhere">
            {`Operations shows what visitors and customers told us, so it opens with a code. We mail six digits to ${email}.`}
          </p>
        ) : (
          <p className="wrap-anywhere">{`We mailed a code to ${email}.`}</p>
        )}
      </div>
      {send.isError ? (
        <div className="mb-4">
          <Alert tone="error" title={sendFailureWords(send.error)} />
        </div>
      ) : null}
      {check.isError && !isCodeRefused(check.error) ? (
        <div className="mb-4">
          <Alert tone="error" title={checkFailureWords(check.error)} />
        </div>
      ) : null}
      {sent === undefined ? (
        <Button variant="signal" className="text-sm max-md:w-full" busy={send.isPending} onClick={sendCode}>
          Email me a code
        </Button>
      ) : (
        <form
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (code.length === CODE_LENGTH && !send.isBusy()) check.send(sent.codeId);
          }}
        >
          <CodeField
            codeId={sent.codeId}
            hint={`The code works for ${durationWords(sent.validForSeconds)}.`}
            error={
              check.isError && isCodeRefused(check.error)
                ? refusedCount >= sent.maxAttempts
                  ? 'Too many attempts. Send a new code.'
                  : 'This code is not right, or no longer works.'
                : null
            }
            readOnly={check.isPending}
            code={code}
            onEnter={(text) => {
              setCode(codeDigits(text));
              check.reset();
            }}
          />
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              variant="signal"
              className="text-sm max-md:w-full"
              busy={check.isPending}
              disabled={code.length < CODE_LENGTH}
            >
              Open Operations
            </Button>
            <ResendButton
              key={sent.codeId}
              sent={sent}
              busy={send.isPending}
              disabled={check.isPending}
              onResend={sendCode}
            />
          </div>
        </form>
      )}
    </section>
  );
}
