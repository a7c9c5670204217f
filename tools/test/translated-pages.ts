import { translatePage } from '@corvane/shared/testing/translate-page';
import { afterEach, beforeEach, expect } from 'vitest';

/** A browser translates each page of the tests, from its first text to its last. */
if (typeof document !== 'undefined') {
  let end = () => {};
  beforeEach(async () => {
    end = translatePage();
    const text = document.body.appendChild(document.createElement('p'));
    text.append('A text');
    await expect.poll(() => text.innerHTML).toBe('<font><font>A text</font></font>');
    text.remove();
  });
  afterEach(() => end());
}
