import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** The error messages of Firefox and Chromium. Neither is translated. */
const FAILED_ADDRESS = /dynamically imported module: ([^\s?]+)/;

/**
 * Makes an import that loads its code once, and again after each failure. Firefox before 155 remembers a failed
 * import as long as the page is open. So every further attempt uses a fresh address. The browser's message contains
 * the failed address. WebKit's message does not, but WebKit forgets failures.
 *
 * Files that the code imports keep their addresses. So the code must be one file that imports only what the page
 * already has.
 */
export function retryableImport<Module>(
  load: () => Promise<Module>,
  from: (address: string) => Promise<unknown> = (address) => import(/* @vite-ignore */ address),
): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  let address: string | undefined;
  let retries = 0;
  return () => {
    loading ??= (address ? (from(`${address}?r=${++retries}`) as Promise<Module>) : load()).catch((error) => {
      loading = null;
      address ??= FAILED_ADDRESS.exec(error)?.[1];
      throw error;
    });
    return loading;
  };
}

/**
 * A part of a page that is hydrated by itself, and whose code loads when it is first drawn. Its `pending` is drawn until
 * then.
 * @param Failed replaces it if its code cannot be loaded. By default nothing does
 */
export function island<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failed: ComponentType<Props> = () => null,
): ComponentType<Props & { pending?: ReactNode }> {
  const Part = lazy(() => load().catch(() => ({ default: Failed }))) as unknown as ComponentType<Props>;
  return ({ pending, ...props }) => (
    <Suspense fallback={pending}>
      <Part {...(props as Props)} />
    </Suspense>
  );
}
