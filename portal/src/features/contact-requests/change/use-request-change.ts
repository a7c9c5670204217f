import {
  type ContactRequestChange,
  type ContactRequestLastChange,
  contactRequestChangeSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { requestKeys } from '../request-keys.ts';
import { REQUEST_STATUS_WORDS, requestName } from '../words.tsx';
import { changeFailureWords, changeRequest } from './change-calls.ts';
import { changeOf, isUnchanged, type RequestValues, rebased, valuesOf } from './request-values.ts';

export type RequestConflict = { lastChange: ContactRequestLastChange | null };

/**
 * The form of one request: the person's changes, and a change that came first.
 * @param request the stored request, as far as this browser knows
 */
export function useRequestChange(repId: string, request: ListedContactRequest, onSaved: () => void) {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const [form, setForm] = useState({ base: request, values: valuesOf(request) });
  const [conflict, setConflict] = useState<RequestConflict | null>(null);
  const [noteError, setNoteError] = useState<string | null>(null);
  const change = changeOf(form.base, form.values);

  function startFrom(stored: ListedContactRequest) {
    setForm({ base: stored, values: valuesOf(stored) });
    setConflict(null);
  }
  // An untouched form follows others' changes. A touched form does not: when it is saved, it shows both versions.
  if (request.version > form.base.version && isUnchanged(change)) startFrom(request);

  const { requestId } = request;
  const save = useChange({
    mutationKey: [...requestKeys.all(repId), 'change', requestId],
    mutationFn: (wanted: ContactRequestChange) =>
      changeRequest(api, { requestId, version: form.base.version, change: wanted }),
    onSuccess: (answer) => {
      const stored = answer.request;
      if (answer.outcome === 'conflict') {
        setForm(({ base, values }) => ({ base: stored, values: rebased(base, values, stored) }));
        return setConflict({ lastChange: answer.lastChange });
      }
      toast({
        title: 'Saved',
        description: `${requestName(stored)}: ${REQUEST_STATUS_WORDS[stored.status].label}, ${
          stored.assignedTo === null ? 'not assigned' : `with ${stored.assignedTo.name}`
        }.`,
        tone: 'success',
      });
      onSaved();
    },
    onError: (error) => setNoteError(isApiError(error) ? (error.fields['change.staffNote'] ?? null) : null),
    onSettled: () => queries.invalidateQueries({ queryKey: requestKeys.all(repId) }),
  });

  return {
    base: form.base,
    values: form.values,
    change,
    conflict,
    noteError,
    isPending: save.isPending,
    failure: save.error === null || noteError !== null ? null : failureOf(save.error),
    enter(values: Partial<RequestValues>) {
      setForm((current) => ({ ...current, values: { ...current.values, ...values } }));
    },
    submit() {
      if (isUnchanged(change) || save.isBusy()) return;
      const parsed = contactRequestChangeSchema.safeParse(change);
      setNoteError(parsed.success ? null : (parsed.error.issues[0]?.message ?? null));
      if (parsed.success) save.send(parsed.data);
    },
    takeTheirs() {
      if (!save.isBusy()) startFrom(form.base);
    },
  };
}

/** The server's message when it refuses the chosen representative. */
function failureOf(error: unknown): string {
  return (isApiError(error) && error.fields['change.assignedTo']) || changeFailureWords(error);
}
