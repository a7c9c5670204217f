import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import type { ContactToasts } from '../../content/contact/contact-schemas.ts';

/** A failed contact request, in words for the visitor. */
export interface ContactFailure {
  /** Stays on the page, in the Debug Information alert. */
  text: string;
  /** Id of the server's log line. null when no server answered. */
  correlationId: string | null;
  toast: ToastMessage;
  /** The error of each field, by name. */
  fields: Readonly<Record<string, string>>;
}

export function describeContactFailure(error: unknown, words: ContactToasts): ContactFailure {
  if (!isApiError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      text: `Unexpected error: ${message}`,
      correlationId: null,
      toast: { tone: 'error', ...words.unexpected },
      fields: {},
    };
  }
  const ownWords = words.showsServerError ? error.message : '';
  return {
    text: `Error saving submission: ${error.message} (${error.code})`,
    correlationId: error.correlationId,
    toast: {
      tone: 'error',
      title: words.refused.title,
      description: ownWords || words.refused.description,
    },
    fields: error.fields,
  };
}
