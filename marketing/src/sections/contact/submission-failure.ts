import { isApiError } from '@corvane/shared/contracts/api-error';
import type { ToastMessage } from '@corvane/shared/contracts/host-services';

/** A submission that did not arrive, in the words that the visitor is given. */
export interface SubmissionFailure {
  /** Stays on the page, in the Debug Information alert. */
  text: string;
  /** Finds the server's log line; null when no server answered. */
  correlationId: string | null;
  toast: ToastMessage;
  /** Field name to what is wrong with it. */
  fields: Readonly<Record<string, string>>;
}

const UNEXPECTED_TOAST: ToastMessage = {
  tone: 'error',
  title: 'An unexpected error occurred',
  description: 'Please try again later.',
};

export function describeSubmissionFailure(error: unknown): SubmissionFailure {
  if (!isApiError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: `Unexpected error: ${message}`, correlationId: null, toast: UNEXPECTED_TOAST, fields: {} };
  }
  return {
    text: `Error saving submission: ${error.message} (${error.code})`,
    correlationId: error.correlationId,
    toast: {
      tone: 'error',
      title: 'Form submission failed',
      description: error.message || 'Please try again later',
    },
    fields: error.fields,
  };
}
