import type { Fault, FaultContext } from './fault.ts';
import { blocksBelow, ROTATIONS } from './page-blocks.ts';
import { newPassword } from './stage.ts';

/** Of a rotation: the secret as the page's heading names it. */
interface Rotation {
  name: string;
  heading: string;
  signsOut?: boolean;
  /** Settings that the operator changes before. */
  changed?(context: FaultContext): Record<string, string>;
  /** Between the parts, while the older value is still taken. */
  between?(context: FaultContext, part: number): Promise<void>;
  after?(context: FaultContext, said: string): Promise<void>;
}

export const ROTATED: readonly Rotation[] = [
  {
    name: 'rotate-jwt-secret',
    heading: 'SESSION_JWT_SECRET',
    // As after ten minutes.
    between: async ({ load }) => load.renewTokens(),
  },
  { name: 'rotate-secret-key', heading: 'SUPABASE_SECRET_KEY' },
  {
    name: 'rotate-publishable-key',
    heading: 'The publishable key',
    // As after a day.
    between: async ({ load, stage }, part) => {
      if (part !== 1) return;
      for (const web of ['web-1', 'web-2'])
        await stage.units(web).control('start', ['corvane-follow.service']);
      await load.reloadTabs();
    },
  },
  { name: 'rotate-edge-secret', heading: 'EDGE_SECRET' },
  {
    name: 'rotate-smtp-password',
    heading: 'SMTP_PASSWORD',
    changed: ({ stage }) => {
      const SMTP_PASSWORD = newPassword();
      stage.mailPasswords.add(SMTP_PASSWORD);
      return { SMTP_PASSWORD };
    },
    after: async ({ stage, note, broken, wait }) => {
      const [first = ''] = stage.mailPasswords;
      stage.mailPasswords.delete(first);
      const before = stage.mail.list().length;
      await wait(4_000);
      const mails = stage.mail.list().length - before;
      note(`${mails} mails with the new password alone`);
      if (mails === 0) broken('no mail leaves with the new password');
    },
  },
  { name: 'rotate-database-passwords', heading: 'The passwords of the database' },
  { name: 'rotate-signing-key', heading: 'RELEASE_SIGNING_KEY' },
  {
    name: 'rotate-pepper',
    heading: 'SALES_ID_PEPPER',
    signsOut: true,
    between: async ({ load, broken, wait }) => {
      await wait(1_000);
      if (load.seen.signedOut > 0) broken('people were signed out before their new sales ID was made');
    },
  },
];

/** Each rotation of the page, its parts one after the other. @param onSalesIds gets the new ones, in the order printed */
export function rotationFaults(onSalesIds: (salesIds: string[]) => void): Fault[] {
  return ROTATED.map((rotation) => ({
    name: rotation.name,
    title: `${rotation.heading} is rotated`,
    ...(rotation.signsOut ? { signsOut: true } : {}),
    async run(context) {
      const changed = rotation.changed?.(context) ?? {};
      const parts = blocksBelow(context.blocks, ROTATIONS, rotation.heading).length;
      let said = '';
      for (let part = 0; part < parts; part += 1) {
        said += await context.pasteBelow(ROTATIONS, rotation.heading, { only: part, changed });
        if (part < parts - 1) await rotation.between?.(context, part);
      }
      const salesIds = said.match(/\bSR(?:-\w{4}){3}\b/g);
      if (salesIds) onSalesIds(salesIds);
      await rotation.after?.(context, said);
    },
  }));
}
