import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { SecretField, useSecret } from '../../../ui/fields/secret-field.tsx';
import type { LinkState } from '../flow/qualification-flow.ts';
import { accessLink, accessMailto } from './access-link.ts';
import { LinkMailNote } from './link-mail-note.tsx';
import { QrPanel } from './qr-panel.tsx';

interface AccessLinkResultProps {
  state: LinkState;
  repName: string;
  /** A request for a new customer that arrived while the link is shown. The link must not disappear by accident. */
  request: CustomerDetails | null;
  onMail(): void;
  /** The same function in every render. */
  onCopied(): void;
  onStartOver(): void;
}

/** The link, shown only once, and the ways to send it. */
export function AccessLinkResult(props: AccessLinkResultProps) {
  const { state, repName, request, onMail, onCopied, onStartOver } = props;
  const { next } = state;
  const { brand } = useHostServices();
  const copyButton = useRef<HTMLButtonElement>(null);
  const startOverButton = useRef<HTMLButtonElement>(null);
  const link = accessLink(window.location.origin, state.token);
  const secret = useSecret(link, 'link');
  const accessEnd = formatExactInstant(state.expiresAt);

  const [requestBefore] = useState(request);

  useEffect(() => {
    if (secret.isCopied) onCopied();
  }, [secret.isCopied, onCopied]);
  useEffect(() => {
    const isAsked = request !== requestBefore && next === null;
    (isAsked ? startOverButton : copyButton).current?.focus();
  }, [request, requestBefore, next]);

  return (
    <div className="gap-6 lg:flex lg:items-start">
      <div className="min-w-0 grow">
        {next === null ? null : (
          <div className="mb-4">
            <Alert tone="info" title="Copy or email this link first">
              It cannot be shown again. Then qualify {next.name || next.email}.
            </Alert>
          </div>
        )}
        <SecretField
          label="Access link"
          hint="Shown only once. Email or copy it before you leave this page."
          secret={secret}
          className="truncate text-sm"
        />
        <p className="mt-3 text-sm">
          Valid for {durationWords(state.validForSeconds)}, until{' '}
          <time dateTime={state.expiresAt} className="tabular font-semibold">
            {accessEnd}
          </time>{' '}
          <span className="text-muted">(your time zone)</span>
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button ref={copyButton} variant="signal" className="text-sm max-md:w-full" onClick={secret.copy}>
            {secret.isCopied ? 'Copy again' : 'Copy link'}
          </Button>
          <Button className="text-sm max-md:grow" busy={state.mail === 'sending'} onClick={onMail}>
            {state.mail === 'sent' ? 'Email it again' : 'Email it for me'}
          </Button>
        </div>
        <LinkMailNote mail={state.mail} to={state.details.email} />
        <div className="mt-2 -ml-3 flex flex-wrap items-center">
          <a
            className={buttonClass('quiet', 'text-sm')}
            href={accessMailto({
              to: state.details.email,
              customerName: state.details.name,
              repName,
              brandName: brand.name,
              link,
              validForSeconds: state.validForSeconds,
              accessEnd,
            })}
          >
            Write my own email
          </a>
          <Button ref={startOverButton} variant="quiet" className="text-sm" onClick={onStartOver}>
            {next === null ? 'Qualify another customer' : `Qualify ${next.name || next.email}`}
          </Button>
        </div>
      </div>
      <div className="max-lg:mt-5">
        <QrPanel link={link} />
      </div>
    </div>
  );
}
