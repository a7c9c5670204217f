import type { FailedMail } from '@corvane/shared/contracts/backend/operations/operations-today';

/** What a mail was for. */
export const FAILED_MAIL_WORDS: Readonly<Record<FailedMail | 'other', string>> = {
  verification_code: 'Codes for customers',
  manager_code: 'Codes for Operations',
  access_link: 'Access links',
  opening: 'News of opened links',
  confirmation: 'Confirmations to visitors',
  address_change: 'News of a changed address',
  work: 'News of new work',
  other: 'Others',
};
