import { Button } from '@corvane/shared/ui/button';
import { type SentCode, useResendWait } from '../../lib/resend-wait.ts';

interface ResendButtonProps {
  sent: SentCode;
  busy: boolean;
  disabled: boolean;
  onResend(): void;
}

/** The server requires a pause between two codes. During the pause, the button shows the seconds left. */
export function ResendButton({ sent, busy, disabled, onResend }: ResendButtonProps) {
  const waitSeconds = useResendWait(sent);
  return (
    <Button className="tabular text-sm" busy={busy} disabled={disabled || waitSeconds > 0} onClick={onResend}>
      {waitSeconds > 0 ? `Resend code in ${waitSeconds} s` : 'Resend code'}
    </Button>
  );
}
