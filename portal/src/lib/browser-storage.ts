/** Storage may be blocked or full. What is kept there is a convenience: without it, the defaults hold. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null takes the key out */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Chosen for this page then, not for the next.
  }
}
