import { type RefObject, useEffect, useRef } from 'react';
import type { ContactChecks } from './contact-checks.ts';
import type { ContactFieldErrors } from './contact-form-fields.ts';

/** Longest wait for the checks after the button is pressed. The server makes the same checks. */
const PATIENCE_MS = 8_000;

interface LateContactChecks {
  /** The checks, once loaded. */
  now(): ContactChecks | null;
  /** Fetches the checks once. null when they cannot be loaded in time. */
  arrive(): Promise<ContactChecks | null>;
}

/** The form's checks, fetched on first use. */
export function useContactChecks(
  form: RefObject<HTMLFormElement | null>,
  onErrors: (errors: ContactFieldErrors) => void,
): LateContactChecks {
  const checks = useRef<ContactChecks | null>(null);
  const arriving = useRef<Promise<ContactChecks | null> | null>(null);

  useEffect(
    () => () => {
      checks.current?.detach();
      checks.current = null;
      arriving.current = null;
    },
    [],
  );

  async function attach(): Promise<ContactChecks | null> {
    try {
      const { attachChecks } = await import('./contact-checks.ts');
      if (form.current !== null) checks.current ??= attachChecks(form.current, onErrors);
      return checks.current;
    } catch {
      return null;
    }
  }

  return {
    now: () => checks.current,
    arrive: () => {
      arriving.current ??= attach();
      return Promise.race([arriving.current, nothingAfter(PATIENCE_MS)]);
    },
  };
}

function nothingAfter(timeoutMs: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), timeoutMs);
  });
}
