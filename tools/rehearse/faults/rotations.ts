import { changeSettings } from '../machines/machines.ts';
import { bucketSettings, newPassword, type Stage } from '../machines/stage.ts';
import { blocksBelow, ROTATIONS } from '../page/page-blocks.ts';
import type { Fault, FaultContext } from './fault.ts';

/** Of a rotation: the secret as the page's heading names it. */
interface Rotation {
  name: string;
  heading: string;
  /** Every name that the documents have for the secret. */
  secrets: readonly string[];
  /** In place of '<heading> is rotated'. */
  title?: string;
  signsOut?: boolean;
  /** What the operator does elsewhere, and in the settings. @returns what they do there once all parts are done */
  before?(context: FaultContext): (context: FaultContext) => Promise<void>;
  /** Between the parts, while the older value is still taken. */
  between?(context: FaultContext, part: number): Promise<void>;
}

const MAIL_MS = 20_000;

export const ROTATED: readonly Rotation[] = [
  {
    name: 'rotate-jwt-secret',
    heading: 'SESSION_JWT_SECRET',
    secrets: ['SESSION_JWT_SECRET', 'session-jwt-secret'],
    // As after ten minutes.
    between: async ({ load }) => load.renewTokens(),
  },
  {
    name: 'take-jwt-key',
    heading: 'SESSION_JWT_KEY',
    secrets: ['SESSION_JWT_KEY', 'session-jwt-key'],
    title: 'sessions are signed with SESSION_JWT_KEY in place of the secret',
    between: async ({ load }) => load.renewTokens(),
  },
  {
    name: 'rotate-jwt-key',
    heading: 'SESSION_JWT_KEY',
    secrets: [],
    between: async ({ load }) => load.renewTokens(),
  },
  {
    name: 'rotate-secret-key',
    heading: 'SUPABASE_SECRET_KEY',
    secrets: ['SUPABASE_SECRET_KEY', 'SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY', 'secret-key'],
  },
  {
    name: 'rotate-publishable-key',
    heading: 'The publishable key',
    title: 'the publishable key is rotated',
    secrets: ['SUPABASE_PUBLISHABLE_KEY', 'publishable-key'],
    // As after a day.
    between: async ({ load, stage }, part) => {
      if (part !== 1) return;
      await follow(stage);
      await load.reloadTabs();
    },
  },
  { name: 'rotate-edge-secret', heading: 'EDGE_SECRET', secrets: ['EDGE_SECRET', 'edge-secret'] },
  {
    name: 'rotate-smtp-password',
    heading: 'SMTP_PASSWORD',
    secrets: ['SMTP_PASSWORD', 'smtp-password'],
    before: ({ stage }) => {
      const older = [...stage.mailPasswords];
      const SMTP_PASSWORD = newPassword();
      stage.mailPasswords.add(SMTP_PASSWORD);
      changeSettings(stage.machine('backend'), { SMTP_PASSWORD });
      return async (context) => {
        for (const password of older) stage.mailPasswords.delete(password);
        await mailsLeave(context, () => stage.mail.list().length);
      };
    },
  },
  {
    name: 'take-resend',
    heading: 'RESEND_API_KEY',
    secrets: ['RESEND_API_KEY', 'resend-api-key'],
    title: 'mail goes through Resend in place of SMTP',
    before: newResendKey,
  },
  { name: 'rotate-resend-key', heading: 'RESEND_API_KEY', secrets: [], before: newResendKey },
  {
    name: 'rotate-database-passwords',
    heading: 'The passwords of the database',
    title: 'the passwords of the database are rotated',
    secrets: [
      ...['DATABASE_OWNER_PASSWORD', 'DATABASE_API_PASSWORD', 'PGPASSWORD'],
      ...['DATABASE_ARCHIVE_PASSWORD', 'DATABASE_BACKUP_PASSWORD'],
      ...['database-owner-password', 'database-api-password'],
      ...['database-archive-password', 'database-backup-password'],
    ],
  },
  {
    name: 'rotate-bucket-credentials',
    heading: 'A credential of the bucket',
    title: 'the credentials of the bucket are rotated',
    secrets: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    before: ({ stage }) => {
      const older = stage.machines.map(({ settings }) => ({
        accessKeyId: settings.get('AWS_ACCESS_KEY_ID') ?? '',
        secretAccessKey: settings.get('AWS_SECRET_ACCESS_KEY') ?? '',
      }));
      for (const machine of stage.machines)
        changeSettings(machine, bucketSettings(stage.bucket.addCredential()));
      return async ({ broken, note }) => {
        for (const credential of older) {
          stage.bucket.revokeCredential(credential);
          const isTaken = await stage.bucket
            .open({ credentials: credential })
            .list('')
            .then(
              () => true,
              () => false,
            );
          if (isTaken) broken('the bucket still takes an old credential');
        }
        try {
          await follow(stage);
          await stage.units('backend').control('start', ['corvane-prune.service']);
          note('web machines follow and old versions are removed with the new credentials alone');
        } catch (error) {
          broken(`a job does not work with the new credentials alone: ${(error as Error).message}`);
        }
      };
    },
  },
  {
    name: 'rotate-signing-key',
    heading: 'RELEASE_SIGNING_KEY',
    secrets: ['RELEASE_SIGNING_KEY', 'host.key', 'marketing.key', 'marketing.key-id'],
  },
  {
    name: 'rotate-backup-key',
    heading: "The backups' key",
    title: "the backups' key is rotated",
    secrets: ['BACKUP_RECIPIENT', 'backup.key'],
  },
  {
    name: 'rotate-pepper',
    heading: 'SALES_ID_PEPPER',
    secrets: ['SALES_ID_PEPPER', 'sales-id-pepper'],
    signsOut: true,
    between: async ({ load, broken, wait }) => {
      await wait(1_000);
      if (load.seen.signedOut > 0) broken('people were signed out before their new sales ID was made');
    },
  },
];

/** The next turn of the web machines' timers. */
async function follow(stage: Stage): Promise<void> {
  for (const web of ['web-1', 'web-2']) await stage.units(web).control('start', ['corvane-follow.service']);
}

function newResendKey({ stage }: FaultContext): (context: FaultContext) => Promise<void> {
  const older = [...stage.resend.keys];
  const RESEND_API_KEY = `re_${newPassword()}`;
  stage.resend.keys.add(RESEND_API_KEY);
  changeSettings(stage.machine('backend'), { RESEND_API_KEY });
  return async (context) => {
    for (const key of older) stage.resend.keys.delete(key);
    await mailsLeave(context, stage.resend.accepted);
    if (stage.resend.refused() > 0) context.broken(`Resend refused ${stage.resend.refused()} mails`);
  };
}

/** Waits until visitors' requests have sent mails with the new value, when it is the only one. */
async function mailsLeave({ wait, note, broken }: FaultContext, count: () => number): Promise<void> {
  const before = count();
  const deadline = Date.now() + MAIL_MS;
  while (count() === before && Date.now() < deadline) await wait(100);
  const mails = count() - before;
  note(`${mails === 1 ? '1 mail' : `${mails} mails`} with the new value alone`);
  if (mails === 0) broken('no mail leaves with the new value');
}

/** Each rotation of the page, its parts one after the other. @param onSalesIds gets the new ones, in the order printed */
export function rotationFaults(onSalesIds: (salesIds: string[]) => void): Fault[] {
  return ROTATED.map((rotation) => ({
    name: rotation.name,
    title: rotation.title ?? `${rotation.heading} is rotated`,
    ...(rotation.signsOut ? { signsOut: true } : {}),
    async run(context) {
      const after = rotation.before?.(context);
      const parts = blocksBelow(context.blocks, ROTATIONS, rotation.heading).length;
      let said = '';
      for (let part = 0; part < parts; part += 1) {
        said += await context.pasteBelow(ROTATIONS, rotation.heading, { only: part });
        if (part < parts - 1) await rotation.between?.(context, part);
      }
      const salesIds = said.match(/\bSR(?:-\w{4}){3}\b/g);
      if (salesIds) onSalesIds(salesIds);
      await after?.(context);
    },
  }));
}
