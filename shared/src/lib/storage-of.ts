/** The part of a storage that the site uses. */
export type PlainStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const ofPage: { local?: PlainStorage; session?: PlainStorage } = {};

/**
 * The browser's storage. Reading it throws where a person blocks site data, and some web views have none. Then what is
 * stored lasts as long as the page.
 */
export function storageOf(
  kind: 'local' | 'session',
  target: Pick<Window, 'localStorage' | 'sessionStorage'> = globalThis,
): PlainStorage {
  try {
    const storage = target[`${kind}Storage`];
    if (storage) return storage;
  } catch {
    // Blocked.
  }
  ofPage[kind] ??= memoryStorage();
  return ofPage[kind];
}

/** Keeps a preference for later pages, or removes it: null. If the storage is full, it lasts only for this page. */
export function keep(key: string, value: string | null): void {
  const storage = storageOf('local');
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Full.
  }
}

function memoryStorage(): PlainStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
