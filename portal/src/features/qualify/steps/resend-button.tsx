import { Button } from '@corvane/shared/ui/button';
import { useResendWait } from './use-resend-wait.ts';

interface ResendButtonProps {
  sentAtMs: number;
  busy: boolean;
  disabled: boolean;
  onResend(): void;
}

/** A new code may be asked for after 30 seconds; until then the button says how long it will take. */
export function ResendButton({ sentAtMs, busy, disabled, onResend }: ResendButtonProps) {
  const waitSeconds = useResendWait(sentAtMs);
  return (
    <Button className="tabular text-sm" busy={busy} disabled={disabled || waitSeconds > 0} onClick={onResend}>
      {waitSeconds > 0 ? `Resend code in ${waitSeconds} s` : 'Resend code'}
    </Button>
  );
}
