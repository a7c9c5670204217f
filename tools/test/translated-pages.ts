import { translatePage } from '@corvane/shared/testing/translate-page';
import { afterEach, beforeEach } from 'vitest';

/** A browser translates each page of the tests, from its first text to its last. */
if (typeof document !== 'undefined') {
  let end = () => {};
  beforeEach(() => {
    end = translatePage();
  });
  afterEach(() => end());
}
