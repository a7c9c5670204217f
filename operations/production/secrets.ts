import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseJson } from '@corvane/tools/command/parse-json';
import { UserError } from '@corvane/tools/command/user-error';
import { APPS } from '@corvane/tools/workspace/apps';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { z } from 'zod';
import { secretWeakness } from '../../supabase/functions/api/secrets/secret-weakness.ts';

/** Of each secret its values: the current one, then older ones that are still taken. */
export type Secrets = Record<string, string[]>;

const schema = z.object({ secrets: z.record(z.string(), z.array(z.string().min(1)).min(1)) });

const random = (prefix = '') => `${prefix}${randomBytes(32).toString('hex')}`;

/** A key that session tokens are signed with, as a JWK in one line, as `supabase gen signing-key` makes it. */
function sessionKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y, d } = privateKey.export({ format: 'jwk' });
  return JSON.stringify({ kty, kid: randomUUID(), alg: 'ES256', crv, x, y, d });
}

/** How one value is made. Null: another service makes it, and a person brings it. */
const MAKERS: Record<string, (() => string | Promise<string>) | null> = {
  session_jwt_secret: random,
  sales_id_pepper: random,
  edge_secret: random,
  database_owner_password: random,
  database_api_password: random,
  database_archive_password: random,
  database_backup_password: random,
  publishable_key: () => random('sb_publishable_'),
  secret_key: () => random('sb_secret_'),
  backup_key: generateIdentity,
  smtp_password: null,
  // Not needed at first: sessions signed with a key, and mail through Resend.
  session_jwt_key: sessionKey,
  resend_api_key: null,
  // Of a bucket, <key id>:<secret key>. `run release policy` says what each may do.
  bucket_release: null,
  bucket_web: null,
  bucket_jobs: null,
  // As `run release signing-key` prints them.
  ...Object.fromEntries(APPS.map((app) => [`signing_key_${app}`, null])),
};
/** A hosted project makes them. */
const OF_PROJECT = ['publishable_key', 'secret_key'];
const OF_BUCKET = ['bucket_release', 'bucket_web', 'bucket_jobs'];
const NOT_AT_FIRST = [
  ...['session_jwt_key', 'resend_api_key', ...OF_BUCKET],
  ...APPS.map((app) => `signing_key_${app}`),
];

/** Older values of these are taken beside the new one, until `--forget`. The others have one value. */
const KEPT_BESIDE = ['session_jwt_secret', 'session_jwt_key', 'publishable_key', 'secret_key', 'backup_key'];

/** As a person writes them. */
export const SECRET_WORDS: readonly string[] = Object.keys(MAKERS).map((name) => name.replaceAll('_', '-'));

/** The name in the file. @throws UserError for an unknown one. */
export function secretName(word: string): string {
  const name = word.replaceAll('-', '_');
  if (!Object.hasOwn(MAKERS, name))
    throw new UserError(`There is no secret "${word}". Choose from: ${SECRET_WORDS.join(', ')}`);
  return name;
}

export const isKeptBeside = (name: string): boolean => KEPT_BESIDE.includes(name);

/** What an inventory says about secrets. */
export interface Needs {
  /** Whether releases are in a bucket. */
  hasBucket: boolean;
  /** Whether a hosted project makes its own keys, and sends mail. */
  isHosted: boolean;
}

/** @param inventory the text of the file */
export const needsOf = (inventory: string): Needs => ({
  hasBucket: inventory.includes('s3://'),
  isHosted: /^ *hosted_project:/m.test(inventory),
});

/** Whether another service makes it. */
export const isBrought = (name: string, { isHosted }: Needs): boolean =>
  MAKERS[name] === null || (isHosted && OF_PROJECT.includes(name));

/**
 * Adds what is missing.
 * @param bring asks a person for a value of another service
 */
export async function fillSecrets(
  secrets: Secrets,
  bring: (name: string) => Promise<string>,
  needs: Needs,
): Promise<Secrets> {
  let filled = secrets;
  const unneeded = [
    ...NOT_AT_FIRST.filter((name) => !(needs.hasBucket && OF_BUCKET.includes(name))),
    ...(needs.isHosted ? ['smtp_password'] : []),
  ];
  for (const name of Object.keys(MAKERS))
    if (filled[name] === undefined && !unneeded.includes(name))
      filled = await withNext(filled, name, isBrought(name, needs) ? await bring(name) : undefined);
  return filled;
}

/** With the next value of one secret. @param brought the value, for a secret of another service */
export async function withNext(secrets: Secrets, name: string, brought?: string): Promise<Secrets> {
  const value = brought ?? (await MAKERS[name]?.()) ?? '';
  const older = isKeptBeside(name) ? (secrets[name] ?? []) : [];
  const next = { ...secrets, [name]: [value, ...older] };
  return name === 'backup_key' ? { ...next, backup_recipient: [await identityToRecipient(value)] } : next;
}

/** Without the older values of one secret. */
export function withoutOlder(secrets: Secrets, name: string): Secrets {
  const [current] = secrets[name] ?? [];
  if (current === undefined) throw new UserError(`The secrets have no ${name}`);
  return { ...secrets, [name]: [current] };
}

/** @throws UserError for the first secret that an attacker could guess. */
export function refuseWeak(secrets: Secrets): void {
  for (const [name, make] of Object.entries(MAKERS)) {
    if (make === null || name === 'session_jwt_key') continue;
    for (const value of secrets[name] ?? []) {
      const weakness = secretWeakness(value);
      if (weakness !== null)
        throw new UserError(
          `The secret ${name} ${weakness}. \`npx -y pnpm@12 run production rotate ${name.replaceAll('_', '-')}\` makes a strong one`,
        );
    }
  }
}

/** The file with the password of the secrets: Ansible's own variable, or one in the home folder. */
export function vaultPasswordFile(env: NodeJS.ProcessEnv): string {
  return env.ANSIBLE_VAULT_PASSWORD_FILE ?? path.join(homedir(), '.corvane-vault-password');
}

const OWNER_ONLY = 0o600;

/** Makes the file unless it is there. @returns whether it did. */
export function makeVaultPassword(file: string): boolean {
  if (existsSync(file)) return false;
  writeFileSync(file, `${random()}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  return true;
}

function vault(env: NodeJS.ProcessEnv, args: string[], input?: string): string {
  return execFileSync('ansible-vault', args, {
    env: { ...env, ANSIBLE_VAULT_PASSWORD_FILE: vaultPasswordFile(env), ANSIBLE_NOCOLOR: '1' },
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Opens the file. @throws UserError when its password is another, or it is no file of secrets. */
export function readSecrets(file: string, env: NodeJS.ProcessEnv): Secrets {
  let text: string;
  try {
    text = vault(env, ['view', file]);
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error).trim();
    if (said.includes('Decryption failed'))
      throw new UserError(`The password in ${vaultPasswordFile(env)} is not the one of ${file}`);
    throw new UserError(`${file} cannot be opened: ${said.split('\n')[0]}`);
  }
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new UserError(`${file} holds no secrets. \`npx -y pnpm@12 run production secrets\` makes them`);
  return parsed.data.secrets;
}

/** Seals them into the file, whole or not at all. */
export function writeSecrets(file: string, secrets: Secrets, env: NodeJS.ProcessEnv): void {
  const next = `${file}.next`;
  vault(env, ['encrypt', '--output', next, '-'], `${JSON.stringify({ secrets }, null, 2)}\n`);
  renameSync(next, file);
}
