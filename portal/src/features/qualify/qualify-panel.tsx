import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { useState } from 'react';
import { useHostServices, useRepSession } from '../../app/host-services-context.tsx';
import type { QualificationState } from './flow/qualification-flow.ts';
import { type Qualification, useQualification } from './flow/use-qualification.ts';
import { AccessLinkResult } from './link/access-link-result.tsx';
import { CodeForm } from './steps/code-form.tsx';
import { DetailsForm } from './steps/details-form.tsx';
import { FlowStep, type StepStatus } from './steps/flow-step.tsx';

interface QualifyPanelProps {
  /** The customer requested by another part of the portal. Each request is a new object. */
  requested: CustomerDetails | null;
}

/** Confirms a customer's address and issues a link to the prices. Without a rep the card is hidden. */
export function QualifyPanel(props: QualifyPanelProps) {
  return useHostServices().session.status === 'rep' ? <QualifyCard {...props} /> : null;
}

function QualifyCard({ requested }: QualifyPanelProps) {
  const qualification = useQualification(useRepSession().sessionId, requested);
  return (
    <section aria-labelledby="portal-qualify-heading" className="max-w-[60rem]">
      <h2 id="portal-qualify-heading" className="text-heading">
        Qualify a customer
      </h2>
      <p className="mt-1 mb-4 max-w-measure text-sm text-muted">{`Confirm the customer's email address with a code, then give them a link that shows prices for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}.`}</p>
      <ol className="rounded-panel border border-line bg-surface">
        <DetailsStep qualification={qualification} />
        <CodeStep qualification={qualification} />
        <LinkStep qualification={qualification} />
      </ol>
    </section>
  );
}

function DetailsStep({ qualification }: { qualification: Qualification }) {
  const { state, enterDetail, sendCode, request } = qualification;
  const [hasLeft, setHasLeft] = useState(false);
  if (state.step !== 'details' && !hasLeft) setHasLeft(true);
  const isLinkShown = state.step === 'link';
  return (
    <FlowStep
      number={1}
      title="Customer details"
      status={state.step === 'details' ? 'current' : 'done'}
      summary={isLinkShown ? <CustomerLine details={state.details} /> : null}
    >
      {isLinkShown ? null : (
        <DetailsForm
          details={state.details}
          errors={state.step === 'details' ? state.errors : NO_ERRORS}
          locked={state.step === 'code'}
          busy={state.step === 'details' && state.busy === 'sending'}
          takesFocus={(state.step === 'details' && hasLeft) || request !== null}
          request={request}
          onEnter={enterDetail}
          onSubmit={sendCode}
        />
      )}
    </FlowStep>
  );
}

const NO_ERRORS = {};

function CodeStep({ qualification }: { qualification: Qualification }) {
  const { state, request, enterCode, verify, sendCode, changeDetails } = qualification;
  return (
    <FlowStep
      number={2}
      title="Verification code"
      status={CODE_STATUS[state.step]}
      summary={CODE_SUMMARY[state.step]}
    >
      {state.step === 'code' ? (
        <CodeForm
          state={state}
          request={request}
          onEnter={enterCode}
          onVerify={verify}
          onResend={sendCode}
          onChangeDetails={changeDetails}
        />
      ) : null}
    </FlowStep>
  );
}

const CODE_STATUS: Record<QualificationState['step'], StepStatus> = {
  details: 'ahead',
  code: 'current',
  link: 'done',
};

const CODE_SUMMARY: Record<QualificationState['step'], string | null> = {
  details: 'The customer gets a six-digit code by email and reads it to you.',
  code: null,
  link: 'Email address confirmed',
};

function LinkStep({ qualification }: { qualification: Qualification }) {
  const { state, startOver, mailLink, copied, request } = qualification;
  if (state.step !== 'link') {
    return (
      <FlowStep
        number={3}
        title="Access link"
        status="ahead"
        summary={`Email it, copy it or show it as a QR code. It is valid for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}.`}
      />
    );
  }
  return (
    <FlowStep number={3} title="Access link" status="current">
      <AccessLinkResult
        state={state}
        request={request}
        onMail={mailLink}
        onCopied={copied}
        onStartOver={startOver}
      />
    </FlowStep>
  );
}

function CustomerLine({ details }: { details: CustomerDetails }) {
  const parts = [details.name, details.email, details.company].filter((part) => part !== '');
  return <p className="break-words">{parts.join(' · ')}</p>;
}
