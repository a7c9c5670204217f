import { CONSENT } from '@corvane/shared/contracts/contact';
import { expect, it } from 'vitest';
import { CONTACT_CONSENT } from './contact-consent.ts';

it('shows the sentence, and sends the version, that the server knows', () => {
  expect(CONTACT_CONSENT).toEqual(CONSENT);
});
