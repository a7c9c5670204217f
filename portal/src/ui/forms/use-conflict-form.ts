import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import { useNewest } from '../../lib/use-newest.ts';
import { type DialogChange, useDialogChange } from '../dialogs/use-dialog-change.ts';

interface ConflictFormOptions<Stored, Values extends FieldValues, Wanted, Answer>
  extends Omit<DialogChange<Wanted>, 'act' | 'onError' | 'closedWords'> {
  /** What the form starts from. It does not follow changes of it. */
  stored: Stored;
  /** What the person can change: texts, choices and flags. */
  valuesOf(stored: NoInfer<Stored>): Values;
  /** Checks the values, and makes of them what is saved. */
  schemaFor(base: Stored): { _zod: { input: Values; output: Wanted } };
  /** @param base what the form started from. The server saves only over that. */
  save(wanted: Wanted, base: Stored): Promise<Answer>;
  /** @returns why nothing was saved, and what is stored now if someone else was first. null: it is saved */
  refusalOf?(answer: Answer, base: Stored): { words: string; stored?: Stored } | null;
  onSaved(answer: Answer, wanted: Wanted, base: Stored): void;
  /** The field with an error of the server. By default the last part of its path. @example 'after.note' */
  fieldOf?(path: string): string;
  /** What happens with valid values in place of `send`. */
  onValid?(wanted: NoInfer<Wanted>, send: (wanted: Wanted) => void): void;
  /** What was typed is a proof of intent: after the dialog was closed, it has to be typed again. */
  isTypedAgain?: boolean;
  /** It was not saved. @param isWrong the form has to be changed or read again, not only sent again */
  onRefused?(isWrong: boolean): void;
}

export interface Conflict<Stored, Answer> {
  answer: Answer;
  /** What the person had seen. */
  seen: Stored;
  words: string;
}

/** What a form holds that was closed before its save was refused. */
interface Kept<Stored, Values, Answer> {
  base: Stored;
  changes: Partial<Values>;
  conflict: Conflict<Stored, Answer> | null;
  words: string;
}

/** The values that differ: texts, choices, flags and lists of ids. */
export function changesIn<Values extends object>(values: Values, before: Values): Partial<Values> {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

const KEPT = 'kept';

/** Whether the cache holds it for a closed form, without any of these words. */
export function isKeptWithout({ queryKey, state }: Query, words: readonly string[]): boolean {
  const text = JSON.stringify([queryKey, state.data]).toLowerCase();
  return queryKey[0] === KEPT && !words.some((word) => text.includes(word));
}

/**
 * A form that overwrites nothing that the person has not seen. If someone else saved first, it says so, and their
 * values replace the untouched ones. What was typed is never lost: after a late answer, the next opening shows it.
 */
export function useConflictForm<Stored, Values extends FieldValues, Wanted, Answer>(
  options: ConflictFormOptions<Stored, Values, Wanted, Answer>,
) {
  const { valuesOf, fieldOf = (path) => path.slice(path.lastIndexOf('.') + 1) } = options;
  const queries = useQueryClient();
  const keptKey = [KEPT, ...options.mutationKey];
  const keptOf = (wanted: Wanted) => [...keptKey, options.subjectOf?.(wanted) ?? null];
  const [base, setBase] = useState(options.stored);
  const [conflict, setConflict] = useState<Conflict<Stored, Answer> | null>(null);
  const form = useForm<Values, unknown, Wanted>({
    defaultValues: valuesOf(base) as DefaultValues<Values>,
    resolver: zodResolver(options.schemaFor(base)),
    reValidateMode: 'onSubmit',
    // The form itself does it, also for errors of the server.
    shouldFocusError: false,
  });
  const before = valuesOf(base);
  const touched = (values: Values) => changesIn(values, before);
  const values = form.watch();
  const changes = touched(values);
  const hasErrors = Object.keys(form.formState.errors).length > 0;

  function startFrom(stored: Stored, changed: Partial<Values> = {}, first: typeof conflict = null) {
    setBase(stored);
    setConflict(first);
    sending.setRefusal(null);
    form.reset(valuesOf(stored));
    for (const [name, value] of Object.entries(changed)) {
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
    }
  }

  function keep(wanted: Wanted, words: string, stored: Stored, first: typeof conflict) {
    const changes = touched(form.getValues());
    if (sending.isOpen.current) return first === null ? undefined : startFrom(stored, changes, first);
    const kept = { base: stored, changes: options.isTypedAgain ? {} : changes, conflict: first, words };
    queries.setQueryDefaults(keptKey, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData<Kept<Stored, Values, Answer>>(keptOf(wanted), kept);
  }

  const sending = useDialogChange<Wanted>({
    ...options,
    ...(options.isTypedAgain
      ? {}
      : { closedWords: ' What you entered is kept, and is there when you open this again.' }),
    async act(wanted) {
      const answer = await options.save(wanted, base);
      const refusal = options.refusalOf?.(answer, base) ?? null;
      if (refusal === null) {
        setConflict(null);
        // What an earlier form kept is out of date.
        queries.removeQueries({ queryKey: keptOf(wanted), exact: true });
        options.onSaved(answer, wanted, base);
        return null;
      }
      const { words, stored } = refusal;
      keep(wanted, words, stored ?? base, stored === undefined ? null : { answer, seen: base, words });
      options.onRefused?.(stored !== undefined);
      return words;
    },
    onError(error, wanted) {
      keep(wanted, options.failureWords(error), base, null);
      const found = Object.entries(isApiError(error) ? error.fields : {})
        .map(([path, message]) => [fieldOf(path), message] as const)
        .filter(([field]) => field in before);
      for (const [field, message] of found) form.setError(field as Path<Values>, { type: 'server', message });
      options.onRefused?.(found.length > 0);
    },
  });

  const takeKept = useNewest(() => {
    const [found] = queries.getQueriesData<Kept<Stored, Values, Answer>>({ queryKey: keptKey });
    if (found?.[1] === undefined) return;
    const [queryKey, kept] = found;
    queries.removeQueries({ queryKey, exact: true });
    startFrom(kept.base, kept.changes, kept.conflict);
    sending.setRefusal(kept.words);
    options.onRefused?.(true);
  });
  useLayoutEffect(takeKept, [takeKept]);

  return {
    form,
    values,
    base,
    conflict,
    changes,
    isTouched: Object.keys(changes).length > 0,
    isPending: sending.isPending,
    /** Why it was not saved, unless a field or the conflict says it. */
    failure: hasErrors || sending.refusal === conflict?.words ? null : sending.refusal,
    /** Starts again from what is stored, with these changes. */
    startFrom,
    takeTheirs() {
      if (!sending.isBusy()) startFrom(base);
    },
    send: sending.send,
    /** Another choice was made: what was said about the one before is out of date. */
    dropFailure() {
      sending.setRefusal(null);
      form.clearErrors();
    },
    submit(event: FormEvent) {
      event.preventDefault();
      if (sending.isPending) return;
      sending.setRefusal(null);
      const { onValid = (wanted, send) => send(wanted) } = options;
      void form.handleSubmit((wanted) => onValid(wanted, sending.send))(event);
    },
  };
}
