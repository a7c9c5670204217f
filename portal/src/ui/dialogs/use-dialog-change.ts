import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useInsertionEffect, useRef, useState } from 'react';
import { useDone } from '../../app/done.tsx';
import { WAITING_KEY } from '../../app/session-query-client.ts';
import { useChange } from '../../app/use-change.ts';

export interface DialogChange<Wanted> {
  /** Of the dialog. A message on the page has it too, once the dialog is closed. */
  title: string;
  /** Names what is changed. */
  mutationKey: QueryKey;
  /** Names which of several it is. */
  subjectOf?: (wanted: Wanted) => string;
  /** What every answer makes out of date. By default everything. */
  staleKeys?: readonly QueryKey[];
  /** @returns why it was refused, or null. No cache keeps the answer, which may hold a secret. */
  act(wanted: Wanted): Promise<string | null>;
  onError?(error: unknown, wanted: Wanted): void;
  failureWords(error: unknown): string;
  /** Follows the words on the page. */
  closedWords?: string;
  /** It is done, and the dialog is still open. A late answer would close the dialog that is open by then. */
  onClose(): void;
}

/** A change that a dialog sends. It says why it was refused: in the dialog, or on the page after that was closed. */
export function useDialogChange<Wanted = void>(options: DialogChange<Wanted>) {
  const { title, mutationKey, subjectOf = () => null, staleKeys = [[]], closedWords = '' } = options;
  const say = useDone();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const isOpen = useRef(false);
  // Hiding a dialog ends all other effects in it.
  useInsertionEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const messageOf = (words: string) =>
    isOpen.current ? null : { title, description: `${words}${closedWords}` };
  const change = useChange<void, Wanted>({
    mutationKey,
    subjectOf,
    onMutate: () => setRefusal(null),
    mutationFn: async (wanted) => {
      const words = await options.act(wanted);
      setRefusal(words);
      const told = words === null ? null : messageOf(words);
      if (told !== null) say({ ...told, tone: 'error' });
      else if (words === null && isOpen.current) options.onClose();
    },
    onError: (error, wanted) => {
      options.onError?.(error, wanted);
      setRefusal(options.failureWords(error));
    },
    failureMessage: (error) => messageOf(options.failureWords(error)),
    // The change is over: the next one need not wait until every list has arrived again.
    onSettled() {
      for (const queryKey of [...staleKeys, WAITING_KEY]) void queries.invalidateQueries({ queryKey });
    },
  });
  return { ...change, isOpen, refusal, setRefusal };
}
