import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import {
  type MutationKey,
  type UseMutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useDone } from './done.tsx';

type ChangeOptions<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  /** Names what is changed. */
  mutationKey: MutationKey;
  /** Names which of several it is, if one hook changes several. */
  subjectOf?(variables: Variables): string | null;
  /**
   * What a message on the page says about a failure. null: nothing. The end of the session has none: the page that
   * follows must not tell whose data was open.
   */
  failureMessage?(error: Error, variables: Variables): { title: string; description: string } | null;
};

/**
 * A change on the server, sent once: while one of the same subject is on its way, a press sends nothing. The cache
 * knows it at once. A second press can come before `isPending` is rendered, or from a dialog that was opened again.
 */
export function useChange<Data, Variables = void>(options: ChangeOptions<Data, Variables>) {
  const { mutationKey, subjectOf = () => null, failureMessage } = options;
  const say = useDone();
  const queries = useQueryClient();
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    onError(error, variables, ...context) {
      const hasEnded = isApiError(error) && error.code === 'unauthenticated';
      const told = hasEnded ? null : (failureMessage?.(error, variables) ?? null);
      if (told !== null) say({ ...told, tone: 'error' });
      return options.onError?.(error, variables, ...context);
    },
  });
  const isBusy = (subject: string | null = null) =>
    queries.isMutating({
      mutationKey,
      predicate: ({ state }) => subjectOf(state.variables as Variables) === subject,
    }) > 0;
  return {
    ...mutation,
    isBusy,
    send(variables: Variables) {
      if (!isBusy(subjectOf(variables))) mutation.mutate(variables);
    },
  };
}

/** What is being sent by `useChange` with this key. */
export function useUnderWay<Variables>(mutationKey: MutationKey): Variables[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Variables,
  });
}
