import { UserError } from '@corvane/tools/command/user-error';
import type { ReactElement } from 'react';
import { prerender } from 'react-dom/static';

/**
 * Renders a page to the HTML that the browser will hydrate, everything that suspends included.
 * @throws UserError when any part of it fails: a page is released whole or not at all.
 */
export async function renderToHtml(pathname: string, element: ReactElement): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(element, {
    // Outlined boundaries come with inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      errors.push(error);
    },
  });
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw new UserError(`${pathname} could not be prerendered: ${String(errors[0])}`);
  return html;
}
