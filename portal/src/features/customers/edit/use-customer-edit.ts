import {
  type CustomerTexts,
  customerTextsSchema,
} from '@corvane/shared/contracts/backend/customers/customer-edit';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { customersKeys } from '../api.ts';
import { editCustomer } from './customer-edit-calls.ts';
import type { TextErrors } from './customer-form.tsx';

interface Written {
  before: CustomerTexts;
  after: CustomerTexts;
}

/**
 * The form of one customer: the typed texts, a conflicting change, and the last saved change, which can be
 * undone.
 */
export function useCustomerEdit(repId: string, customerId: string) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  /** null when the form is closed. */
  const [form, setForm] = useState<{ before: CustomerTexts; texts: CustomerTexts } | null>(null);
  const [errors, setErrors] = useState<TextErrors>({});
  const [conflict, setConflict] = useState<CustomerTexts | null>(null);
  const [written, setWritten] = useState<Written | null>(null);

  const mutationKey = [...customersKeys.all(repId), 'edit', customerId];
  const save = useChange({
    mutationKey,
    mutationFn: ({ before, after }: Written) => editCustomer(api, { customerId, before, after }),
    onSuccess: ({ outcome, customer }, { before, after }) => {
      if (outcome === 'conflict') {
        // After a cancelled save the form is closed, and the person still has to learn that nothing was saved.
        setForm((current) => current ?? { before, texts: after });
        return setConflict(customer);
      }
      setWritten({ before, after: customer });
      setForm(null);
      setConflict(null);
    },
    onError: (error) => setErrors(fieldErrorsOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: customersKeys.all(repId) }),
  });
  const undo = useChange({
    mutationKey,
    mutationFn: ({ before, after }: Written) =>
      editCustomer(api, { customerId, before: after, after: before }),
    onSuccess: ({ outcome, customer }, { before }) => {
      setWritten(null);
      if (outcome !== 'conflict') return;
      // Someone has changed the saved texts since, so the form shows both versions.
      setForm({ before: customer, texts: before });
      setConflict(customer);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: customersKeys.all(repId) }),
  });

  return {
    form,
    errors,
    conflict,
    isTouched: form !== null && !isSameText(form.texts, form.before),
    isSaved: written !== null,
    isPending: save.isPending || undo.isPending,
    failure: Object.keys(errors).length > 0 ? null : (save.error ?? undo.error),
    begin(before: CustomerTexts) {
      save.reset();
      undo.reset();
      setErrors({});
      setConflict(null);
      setWritten(null);
      setForm({ before, texts: before });
    },
    enter(field: keyof CustomerTexts, value: string) {
      setForm((current) => current && { ...current, texts: { ...current.texts, [field]: value } });
    },
    cancel() {
      // A save that is under way goes on, and its answer is shown.
      if (!save.isBusy()) save.reset();
      setErrors({});
      setForm(null);
      setConflict(null);
    },
    submit() {
      if (form === null || save.isBusy()) return;
      const parsed = customerTextsSchema.safeParse(form.texts);
      if (!parsed.success) return setErrors(errorsOf(parsed.error.issues));
      setErrors({});
      // After a conflict, saving again replaces the texts that the conflict showed.
      save.send({ before: conflict ?? form.before, after: parsed.data });
    },
    /** Continues with the stored texts. */
    takeTheirs() {
      if (conflict === null || save.isBusy()) return;
      setForm({ before: conflict, texts: conflict });
      setConflict(null);
    },
    undo() {
      if (written !== null) undo.send(written);
    },
  };
}

function isSameText(a: CustomerTexts, b: CustomerTexts): boolean {
  return a.name === b.name && a.company === b.company && a.note === b.note;
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): TextErrors {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1)), message]));
}

/** The server's messages name a field by its path in the request, such as `after.note`. */
function fieldErrorsOf(error: unknown): TextErrors {
  if (!isApiError(error)) return {};
  return errorsOf(
    Object.entries(error.fields)
      .filter(([path]) => path.startsWith('after.'))
      .map(([path, message]) => ({ path: path.split('.'), message })),
  );
}
