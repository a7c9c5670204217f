import { PAGE_THEME_ATTRIBUTE, REP_THEME_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import { keep, storageOf } from '@corvane/shared/lib/storage-of';
import { useMediaQuery } from '@corvane/shared/lib/use-media-query';
import { createContext, type ReactNode, useLayoutEffect, useState } from 'react';

type ThemeState = [theme: Theme, choose: (theme: Theme) => void];
export const ThemeContext = createContext<ThemeState>(['system', () => {}]);

/** Draws the portal in the chosen theme. */
export function Themed({ children }: { children: ReactNode }) {
  return <ThemeContext value={useTheme()}>{children}</ThemeContext>;
}

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'portal:theme';
const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/**
 * The rep's choice of light or dark. While the portal is shown, an attribute on the document informs two stylesheets:
 * the portal's, whose dialogs are at the document's end, and the host's. A second attribute stays for the public
 * pages until the host removes it at the end of the session.
 */
export function useTheme(): ThemeState {
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = storageOf('local').getItem(STORAGE_KEY);
    return THEMES.find((known) => known === stored) ?? 'system';
  });
  const isSystemDark = useMediaQuery(DARK_SYSTEM);
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark';

  useLayoutEffect(() => {
    const page = document.documentElement;
    if (!isDark) return page.removeAttribute(REP_THEME_ATTRIBUTE);
    page.setAttribute(PAGE_THEME_ATTRIBUTE, 'dark');
    page.setAttribute(REP_THEME_ATTRIBUTE, 'dark');
    return () => page.removeAttribute(PAGE_THEME_ATTRIBUTE);
  }, [isDark]);

  return [
    theme,
    (next) => {
      keep(STORAGE_KEY, next === 'system' ? null : next);
      setTheme(next);
    },
  ];
}
