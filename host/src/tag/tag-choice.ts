import { type SiteTag, tagOrigin } from '@corvane/shared/brand/site-tag';
import { storageOf } from '@corvane/shared/lib/storage-of';

/**
 * - `forbidden`: the browser sends Global Privacy Control, which answers for its person.
 * - `open`: not answered yet.
 */
export type TagChoice = 'forbidden' | 'open' | 'allowed' | 'refused';

/** In local storage: `allowed` or `refused`, and the origin that was asked about. For another tag, the question comes again. */
export const TAG_CHOICE_KEY = 'host:tag-choice';

interface TagChoiceStore {
  read(): TagChoice;
  choose(choice: 'allowed' | 'refused'): void;
  /** Hears of choices, those of other tabs included. @returns a function that ends it */
  subscribe(listener: () => void): () => void;
}

export function createTagChoiceStore(tag: SiteTag, target: Window = window): TagChoiceStore {
  const origin = tagOrigin(tag);
  const listeners = new Set<() => void>();
  const storage = storageOf('local', target);
  /** Where the storage is full, a choice lasts as long as the page. */
  let chosenHere: TagChoice | null = null;

  return {
    read() {
      const { globalPrivacyControl } = target.navigator as { globalPrivacyControl?: boolean };
      if (globalPrivacyControl === true) return 'forbidden';
      const value = storage.getItem(TAG_CHOICE_KEY);
      if (value === `allowed ${origin}`) return 'allowed';
      if (value === `refused ${origin}`) return 'refused';
      return value === null && chosenHere !== null ? chosenHere : 'open';
    },
    choose(choice) {
      chosenHere = choice;
      try {
        storage.setItem(TAG_CHOICE_KEY, `${choice} ${origin}`);
      } catch {
        // Asked again on the next page load.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      target.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        target.removeEventListener('storage', listener);
      };
    },
  };
}
