import { isApiError } from '@corvane/shared/contracts/api-error';
import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { useForm } from 'react-hook-form';
import { useSessionStore } from '../session/use-session.ts';
import { toast } from '../toasts/toast.ts';

interface SalesIdDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Signs a sales representative in. Whether the ID is good is the server's word alone. */
export default function SalesIdDialog({ open, onOpenChange }: SalesIdDialogProps) {
  const session = useSessionStore();
  const form = useForm({ defaultValues: { salesId: '' } });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ salesId }) => {
    if (salesId.trim() === '') {
      toast({ tone: 'error', title: 'Error', description: 'Please enter your Sales ID' });
      form.setError('salesId', { message: 'Please enter your Sales ID' }, { shouldFocus: true });
      return;
    }
    try {
      await session.signInRep(salesId);
      toast({
        tone: 'success',
        title: 'Authentication Successful',
        description: 'Welcome to Demo Mode. Pricing is now visible.',
      });
      form.reset();
      onOpenChange(false);
    } catch (error) {
      const { title, description } = describeFailure(error);
      toast({ tone: 'error', title, description });
      form.setError('salesId', { message: description }, { shouldFocus: true });
    }
  });

  return (
    <OwnerRoot owner="host">
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Partner Program"
        description="For sales representatives: sign in with your sales ID to see prices and open the Sales Portal."
      >
        <form onSubmit={submit} noValidate className="grid gap-6">
          <Field label="Sales ID" error={form.formState.errors.salesId?.message}>
            {(control) => (
              <input
                {...control}
                {...form.register('salesId')}
                className={CONTROL_CLASS}
                type="text"
                maxLength={128}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
          </Field>
          <Button type="submit" variant="signal" busy={isSubmitting}>
            {isSubmitting ? 'Authenticating...' : 'Sign in'}
          </Button>
        </form>
      </Dialog>
    </OwnerRoot>
  );
}

/** The specification's words for each way to fail. */
function describeFailure(error: unknown): { title: string; description: string } {
  if (isApiError(error) && (error.code === 'unauthenticated' || error.code === 'invalid_request')) {
    return { title: 'Authentication Failed', description: 'Invalid Sales ID. Please try again.' };
  }
  if (isApiError(error) && error.code === 'rate_limited') {
    const seconds = error.retryAfterSeconds ?? 60;
    const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    return { title: 'Too many attempts', description: `Please wait ${wait}, then try again.` };
  }
  return { title: 'Error', description: 'An unexpected error occurred. Please try again.' };
}
