import {
  type MutationKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

type ChangeOptions<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  mutationKey: MutationKey;
};

/**
 * A change on the server, sent once: while one with the same key is on its way, a press sends nothing. The cache knows
 * it at once. A second press can come before `isPending` is rendered, or from a dialog that was opened again.
 */
export function useChange<Data, Variables = void>(options: ChangeOptions<Data, Variables>) {
  const queries = useQueryClient();
  const mutation = useMutation(options);
  const isBusy = () => queries.isMutating({ mutationKey: options.mutationKey }) > 0;
  return {
    ...mutation,
    isBusy,
    send(variables: Variables) {
      if (!isBusy()) mutation.mutate(variables);
    },
  };
}
