import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { mailto } from '@corvane/shared/lib/mailto';
import { Alert } from '@corvane/shared/ui/alert';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useHostServices, useRep } from '../../../app/host-services-context.tsx';
import { SecretField, useSecret } from '../../../ui/fields/secret-field.tsx';
import { PartBoundary } from '../../../ui/parts/lazy-part.tsx';
import type { LinkMail, LinkState } from '../flow/qualification-flow.ts';

interface AccessLinkResultProps {
  state: LinkState;
  /** A request for a new customer that arrived while the link is shown. The link must not disappear by accident. */
  request: CustomerDetails | null;
  onMail(): void;
  /** The same function in every render. */
  onCopied(): void;
  onStartOver(): void;
}

/** The link, shown only once, and the ways to send it. */
export function AccessLinkResult(props: AccessLinkResultProps) {
  const { state, request, onMail, onCopied, onStartOver } = props;
  const { next } = state;
  const { brand } = useHostServices();
  const { name: repName } = useRep();
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
              {`It cannot be shown again. Then qualify ${next.name || next.email}.`}
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
          <span>{`Valid for ${durationWords(state.validForSeconds)}, until`}</span>{' '}
          <time dateTime={state.expiresAt} className="tabular font-medium">
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

const QrCode = lazy(() => import('./qr-code.tsx'));

/** The link as a QR code for a customer beside the rep. If it cannot be loaded, the link is still there. */
function QrPanel({ link }: { link: string }) {
  return (
    <figure className="w-44 shrink-0">
      <div className="aspect-square overflow-hidden rounded-control border border-line bg-surface">
        <PartBoundary
          fallback={() => (
            <p className="p-4 text-sm text-muted">The QR code could not be loaded. Use the link.</p>
          )}
        >
          <Suspense fallback={<Skeleton className="size-full" />}>
            <QrCode text={link} label="QR code of the access link" />
          </Suspense>
        </PartBoundary>
      </div>
      <figcaption className="mt-1 text-xs leading-4 text-muted">
        For a customer beside you: scan it with a phone.
      </figcaption>
    </figure>
  );
}

type Failure = Exclude<LinkMail, 'none' | 'sending' | 'sent'>;

const FAILURES: Record<Failure, string> = {
  // Waiting would not help: the limit lasts as long as the code, and the code is older.
  limited: 'Not sent: too many emails were sent just now. Copy the link, or write your own email.',
  failed: 'Not sent: the mail server did not accept it. Try again, copy the link, or write your own email.',
  not_configured: 'Not sent: this site runs in test mode and sends no email. Copy the link instead.',
  too_late: 'Not sent: we email a link only while its code is valid. Copy the link, or write your own email.',
};

/** The state of our mail to the customer. Screen readers announce each change. */
function LinkMailNote({ mail, to }: { mail: LinkMail; to: string }) {
  const isFailure = mail in FAILURES;
  return (
    <div role="status">
      {mail === 'none' ? null : (
        <p className={`mt-3 text-sm wrap-anywhere ${isFailure ? 'font-medium text-danger' : 'text-muted'}`}>
          {wordsOf(mail, to)}
        </p>
      )}
    </div>
  );
}

function wordsOf(status: Exclude<LinkMail, 'none'>, to: string): string {
  switch (status) {
    case 'sending':
      return `Sending to ${to}…`;
    case 'sent':
      return `Sent to ${to}. The Customers tab shows when they open it.`;
    default:
      return FAILURES[status];
  }
}

/** The address that opens the customer's dialog with the token filled in. Opening it does not use up the token. */
export function accessLink(origin: string, token: string): string {
  return `${origin}/comparison?access=${encodeURIComponent(token)}`;
}

interface AccessMail {
  to: string;
  /** '' when the rep left it out. */
  customerName: string;
  repName: string;
  brandName: string;
  link: string;
  validForSeconds: number;
  /** In the format of `formatExactInstant`. */
  accessEnd: string;
}

/** An address that opens the rep's mail client with the message. */
export function accessMailto(mail: AccessMail): string {
  const { to, customerName, repName, brandName, link, validForSeconds, accessEnd } = mail;
  const subject = `Your access to ${brandName} pricing`;
  const body = [
    customerName === '' ? 'Hello,' : `Hello ${customerName},`,
    '',
    `Here is your personal link to ${brandName} pricing:`,
    link,
    '',
    `It is valid for ${durationWords(validForSeconds)}, until ${accessEnd}.`,
    '',
    'Best regards,',
    repName,
  ].join('\r\n');
  return mailto(to, { subject, body });
}
