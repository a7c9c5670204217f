import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { readStored, store } from '../../lib/browser-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'portal:theme';
const ATTRIBUTE = 'data-portal-theme';
const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/**
 * The rep's choice of light or dark, for the portal's own subtree and its dialogs. The attribute is on the document, as
 * dialogs are rendered at its end; only the portal's stylesheet knows it.
 */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = readStored(STORAGE_KEY);
    return THEMES.find((known) => known === stored) ?? 'system';
  });
  const isSystemDark = useSyncExternalStore(
    subscribeToSystem,
    () => window.matchMedia(DARK_SYSTEM).matches,
    () => false,
  );
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark';

  useLayoutEffect(() => {
    document.documentElement.setAttribute(ATTRIBUTE, isDark ? 'dark' : 'light');
    return () => document.documentElement.removeAttribute(ATTRIBUTE);
  }, [isDark]);

  return [
    theme,
    (next) => {
      store(STORAGE_KEY, next === 'system' ? null : next);
      setTheme(next);
    },
  ];
}

function subscribeToSystem(listener: () => void): () => void {
  const query = window.matchMedia(DARK_SYSTEM);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
