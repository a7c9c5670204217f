import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CodeField, ResendButton } from '../../../ui/fields/code-field.tsx';
import { type CodeState, isCodeComplete } from '../flow/qualification-flow.ts';

interface CodeFormProps {
  state: CodeState;
  /** A request for another customer arrived meanwhile: the focus comes here. */
  request: CustomerDetails | null;
  onEnter(text: string): void;
  onVerify(): void;
  onResend(): void;
  onChangeDetails(): void;
}

/** Takes the six digits that the customer reads out. */
export function CodeForm({ state, request, onEnter, onVerify, onResend, onChangeDetails }: CodeFormProps) {
  const { verification, code, codeError, busy, details } = state;
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onVerify();
      }}
    >
      {verification.isTestMode ? <TestModeHint code={verification.testCode} /> : null}
      <CodeField
        codeId={verification.id}
        request={request}
        hint={
          verification.isTestMode
            ? `The code works for ${durationWords(verification.validForSeconds)}.`
            : `Sent to ${details.email}. The code works for ${durationWords(verification.validForSeconds)}.`
        }
        error={codeError}
        readOnly={busy !== null}
        code={code}
        onEnter={onEnter}
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="signal"
          busy={busy === 'verifying'}
          disabled={!isCodeComplete(state) || busy === 'sending'}
          className="text-sm max-md:w-full"
        >
          Verify &amp; Generate Link
        </Button>
        <ResendButton
          key={verification.id}
          sent={verification}
          busy={busy === 'sending'}
          disabled={busy === 'verifying'}
          onResend={onResend}
        />
      </div>
      <Button variant="quiet" className="mt-2 -ml-3 text-sm" onClick={onChangeDetails}>
        Change details
      </Button>
    </form>
  );
}

function TestModeHint({ code }: { code: string | null }) {
  return (
    <div className="mb-4">
      <Alert tone="info" title="Test mode">
        {code === null ? (
          <p key="lost">No email was sent. If you no longer have the code, send a new one.</p>
        ) : (
          <p key="shown">
            No email was sent. Verification code:{' '}
            <strong className="tabular whitespace-nowrap select-all">{code}</strong>
          </p>
        )}
        <p className="mt-1">To send real emails, verify a domain with the email provider.</p>
      </Alert>
    </div>
  );
}
