import type { CustomerDetails } from '@corvane/shared/contracts/backend/qualification';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import type { LinkState } from '../flow/qualification-flow.ts';
import { accessLink, accessMailto } from './access-link.ts';
import { LinkMailNote } from './link-mail-note.tsx';
import { QrPanel } from './qr-panel.tsx';

interface AccessLinkResultProps {
  state: LinkState;
  repName: string;
  /** A request for a new customer that came while the link is shown. The link must not disappear by accident. */
  request: CustomerDetails | null;
  onMail(): void;
  onStartOver(): void;
}

/** The link, shown only once, and the ways to hand it over. */
export function AccessLinkResult({ state, repName, request, onMail, onStartOver }: AccessLinkResultProps) {
  const { brand, toast } = useHostServices();
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const startOverButton = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState(false);
  const link = accessLink(window.location.origin, state.token);
  const accessEnd = formatExactInstant(state.expiresAt);

  const [requestBefore] = useState(request);

  useEffect(() => {
    (request === requestBefore ? copyButton : startOverButton).current?.focus();
  }, [request, requestBefore]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      toast({ title: 'Copied', description: 'Link copied to clipboard', tone: 'success' });
    } catch {
      // No permission, or a page without TLS. The link is selected, so one key press copies it.
      field.current?.select();
      toast({
        title: 'Error',
        description: 'The link could not be copied. It is selected: copy it with your keyboard.',
        tone: 'error',
      });
    }
  }

  return (
    <div className="gap-6 lg:flex lg:items-start">
      <div className="min-w-0 grow">
        <Field label="Access link" hint="Shown only once. Email or copy it before you leave this page.">
          {(control) => (
            <input
              {...control}
              ref={field}
              type="text"
              readOnly
              spellCheck={false}
              className={`${CONTROL_CLASS} tabular truncate text-sm`}
              value={link}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <p className="mt-3 text-sm">
          Valid for {durationWords(state.validForSeconds)}, until{' '}
          <time dateTime={state.expiresAt} className="tabular font-semibold">
            {accessEnd}
          </time>{' '}
          <span className="text-muted">(your time zone)</span>
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button ref={copyButton} variant="signal" className="text-sm max-md:w-full" onClick={copy}>
            {copied ? 'Copy again' : 'Copy link'}
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
            Qualify another customer
          </Button>
        </div>
      </div>
      <div className="max-lg:mt-5">
        <QrPanel link={link} />
      </div>
    </div>
  );
}
