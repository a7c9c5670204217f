import { NO_TIME } from './mail.ts';

/** Codes of failures that came before the mail was handed over: ours, and those of nodemailer. */
const BEFORE_THE_MAIL = new Set<unknown>([
  NO_TIME,
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EDNS',
  'ETLS',
  'EAUTH',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
]);

/**
 * Whether a failure shows that the mail server did not take the mail. When its answer was lost, it may have: if that were
 * not counted, a slow server would send one person any number of mails.
 */
export function isUnsent(failure: unknown): boolean {
  const { code, originalCode, timeoutType, responseCode } = { ...(failure as Record<string, unknown>) };
  return (
    (typeof responseCode === 'number' && responseCode >= 400) ||
    [code, originalCode, timeoutType].some((told) => BEFORE_THE_MAIL.has(told))
  );
}
