import { storageOf } from '@corvane/shared/lib/storage-of';

/** What is stored are only preferences. Without them, the defaults apply. */
export function readStored(key: string): string | null {
  return storageOf('local').getItem(key);
}

/** @param value null removes the key */
export function store(key: string, value: string | null): void {
  const storage = storageOf('local');
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // The storage is full. The choice then lasts only for this page.
  }
}
