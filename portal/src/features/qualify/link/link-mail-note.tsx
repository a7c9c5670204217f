import type { LinkMail } from '../flow/qualification-flow.ts';

type Failure = Exclude<LinkMail, 'none' | 'sending' | 'sent'>;

const FAILURES: Record<Failure, string> = {
  // Waiting would not help: the limit lasts as long as the code, and the code is older.
  limited: 'Not sent: too many emails were sent just now. Copy the link, or write your own email.',
  failed: 'Not sent: the mail server did not accept it. Try again, copy the link, or write your own email.',
  not_configured: 'Not sent: this site runs in test mode and sends no email. Copy the link instead.',
  too_late: 'Not sent: we email a link only while its code is valid. Copy the link, or write your own email.',
};

/** The state of our mail to the customer. Screen readers announce each change. */
export function LinkMailNote({ mail, to }: { mail: LinkMail; to: string }) {
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
