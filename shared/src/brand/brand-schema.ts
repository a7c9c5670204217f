import { MAILBOX, PLAIN_ADDRESS } from '../lib/mailbox.ts';
import { isOneLine } from '../lib/plain-text.ts';
import { z } from '../lib/zod.ts';

/** One visible line, in any script. Every place escapes quotes. A name contains no markup. */
const line = (max: number) =>
  z.string().check(
    z.minLength(1, 'is missing'),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((text) => text === text.trim() && isOneLine(text), 'must be one line without spaces around it'),
    z.refine((text) => !/[<>]/.test(text), 'must not contain markup'),
  );

const address = z.string().check(z.regex(MAILBOX, 'must be a plain mail address'));
const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a color such as #0e1b2a'));
const profile = z.string().check(
  z.maxLength(200, 'must have at most 200 characters'),
  z.refine(
    (text) => text === '' || (URL.canParse(text) && new URL(text).href === text && /^https:/.test(text)),
    'must be empty or an https address',
  ),
);

/** The allowed content of `brand.ts`. A build refuses anything else. */
export const brandSchema = z.strictObject({
  name: line(40),
  /** One sentence: what the site offers. */
  description: line(160),
  /** The company of the copyright line and of the legal pages. */
  legalName: line(80),
  mail: z.strictObject({
    senderName: line(40),
    senderAddress: address,
    /** Contact requests are mailed here, unless CONTACT_NOTIFY_TO names another address. */
    teamAddress: address.check(z.regex(PLAIN_ADDRESS, 'must be an address without letters beyond ASCII')),
  }),
  /** Addresses of the accounts. Empty for an account that does not exist yet. */
  social: z.strictObject({ LinkedIn: profile, X: profile, Facebook: profile, Instagram: profile }),
  icon: z.strictObject({ ground: color, ring: color, point: color }),
});
export type Brand = z.infer<typeof brandSchema>;
