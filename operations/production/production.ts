import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askOnTerminal } from '@corvane/tools/command/ask-on-terminal';
import { readArguments } from '@corvane/tools/command/read-arguments';
import { runCommand } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { UserError } from '@corvane/tools/command/user-error';
import { tryProcessLock } from '@corvane/tools/process/process-lock';
import { APPS } from '@corvane/tools/workspace/apps';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { z } from 'zod';
import { MANIFEST_FILE, readWholeBackup } from '../backup/backup-manifest.ts';
import { refuseOtherVersion } from '../backup/restore-backup.ts';
import { confirm } from '../command-line/confirm.ts';
import {
  fillSecrets,
  isBrought,
  isKeptBeside,
  makeVaultPassword,
  type Needs,
  needsOf,
  readSecrets,
  refuseWeak,
  type Secrets,
  secretName,
  vaultPasswordFile,
  withNext,
  withoutOlder,
  writeSecrets,
} from './secrets.ts';
import { unconfirmedFacts } from './unconfirmed-facts.ts';

const HELP = `Sets up and changes production. It runs the playbook production/site.yml.

  production secrets                    makes the secrets that are missing, in secrets.yml, sealed
  production check                      shows what an apply would change; changes nothing
  production apply                      shows it, asks, and does it. A second one changes nothing
  production update                     brings the newest commit here, and applies it
  production rotate <secret> …          makes the next value of each, and applies them
  production rotate <secret> --forget   takes no older value of it any more
  production release <application>      builds it on the machine of the jobs, checks it in a browser, makes it live
  production release rollback <application>
                                        and every other command of release, there. Its options follow after --
  production ops -- rep list            and every other command of ops, there,
                                        with --yes where it would ask
  production restore                    puts back all that the archive has, in place of the database
  production restore --to '2026-11-28 12:00:00'
                                        puts it back as it was then, in UTC
  production restore --backup <folder>  puts a sealed backup back

  --inventory <file>  default: production/inventory.yml. secrets.yml is beside it
  --yes               asks nothing
`;

const FOLDER = path.join(WORKSPACE_ROOT, 'production');
const ANSIBLE_MIN = [2, 16] as const;

/** What a rotation of these harms. */
const HARM: Record<string, string> = {
  sales_id_pepper:
    'Every sales ID and every unused code is void at once, until each person has a new sales ID.',
  session_jwt_key: 'Sessions are signed with a key in place of the secret from now on.',
  resend_api_key: 'Mail goes through Resend in place of SMTP from now on.',
};

const RESTORE_AGAIN = 'Ansible says above what failed. Correct it, and restore again';

runCommand(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: {
        inventory: { type: 'string', default: path.join(FOLDER, 'inventory.yml') },
        forget: { type: 'boolean', default: false },
        to: { type: 'string' },
        backup: { type: 'string' },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    },
    'production --help',
  );
  const [verb, operand, ...others] = positionals;
  const isRotation = verb === 'rotate';
  if (values.help || verb === undefined) return say(HELP);
  const inventory = path.resolve(values.inventory);
  const secretsFile = path.join(path.dirname(inventory), 'secrets.yml');
  const takesMore = isRotation || verb === 'release' || verb === 'ops';
  const isOfAnother =
    (others.length > 0 && !takesMore) ||
    (values.forget && !isRotation) ||
    ((values.to ?? values.backup) !== undefined && verb !== 'restore') ||
    (values.to !== undefined && values.backup !== undefined);
  if (takesMore !== (operand !== undefined) || isOfAnother)
    throw new UserError(`Cannot read "${positionals.join(' ')}". See production --help.`);
  findAnsible();
  if (!existsSync(inventory))
    throw new UserError(
      `${inventory} is missing. Copy production/inventory.example.yml, and put your values in`,
    );
  const attempt = tryProcessLock(path.join(path.dirname(inventory), '.production.lock'));
  if (!attempt.held)
    throw new UserError(`Another production command runs here, with process ${attempt.byPid}`);
  if (verb === 'update') return update(inventory, values.yes, attempt.release);

  const run = { inventory, secretsFile };
  const needs = needsOf(readFileSync(inventory, 'utf8'));
  if (verb === 'secrets') return makeSecrets(secretsFile, needs);
  if (!existsSync(secretsFile))
    throw new UserError(`${secretsFile} is missing. \`npx -y pnpm@12 run production secrets\` makes it`);
  const secrets = readSecrets(secretsFile, process.env);
  if (verb === 'check' || verb === 'apply') {
    refuseWeak(secrets);
    for (const fact of unconfirmedFacts()) say(`Public, and not confirmed by the owner: ${fact}`);
    const isSeen =
      (values.yes && verb === 'apply') ||
      play(run, 'site.yml', ['--check', '--diff'], { fails: verb === 'check' });
    if (verb === 'check') return;
    // Some steps can't be looked at before those that they follow.
    await confirm(isSeen ? 'Apply this?' : 'The rest cannot be shown before. Apply it?', values.yes);
    play(run, 'site.yml', []);
  } else if (isRotation) {
    const words = positionals.slice(1);
    const names = words.map(secretName);
    const harms = names.flatMap((name) => HARM[name] ?? []);
    const question = harms.length === 0 ? 'People stay signed in.' : harms.join(' ');
    await confirm(`${question} Rotate ${words.join(', ')}?`, values.yes);
    let next = secrets;
    for (const name of names)
      next = values.forget
        ? withoutOlder(next, name)
        : await withNext(next, name, isBrought(name, needs) ? await bring(name) : undefined);
    refuseWeak(next);
    writeSecrets(secretsFile, next, process.env);
    play(run, 'site.yml', []);
    for (const [at, name] of names.entries()) say(afterRotation(name, next, words[at] ?? name));
  } else if (verb === 'release' && others.length === 0 && APPS.some((app) => app === operand)) {
    play(run, 'release.yml', ['--extra-vars', `application=${operand}`]);
  } else if (verb === 'release' || verb === 'ops') {
    const file = verb === 'ops' ? 'operations/ops.ts' : 'release/release.ts';
    // Ansible reads a text such as {{ … }} as a template, but not in this form.
    const words = Buffer.from(JSON.stringify([file, ...positionals.slice(1)])).toString('base64');
    play(run, 'command.yml', ['--extra-vars', JSON.stringify({ program: verb, words })], {
      hint: `${verb} did not go well. Its own words are above`,
    });
  } else if (verb === 'restore' && values.backup !== undefined) {
    const backup = path.resolve(values.backup);
    if (!existsSync(path.join(backup, MANIFEST_FILE)))
      throw new UserError(`${backup} holds no backup. Name the folder of one, such as 2026-11-28T03-00-00Z`);
    refuseOtherVersion(await readWholeBackup(backup));
    await confirm(`Put ${path.basename(backup)} in place of all rows? What came later is lost.`, values.yes);
    play(run, 'restore-backup.yml', ['--extra-vars', JSON.stringify({ backup })], { hint: RESTORE_AGAIN });
  } else if (verb === 'restore') {
    const moment = values.to === undefined ? undefined : pastMoment(values.to);
    const until =
      moment === undefined ? 'all that the archive has' : `the database as it was at ${moment} UTC`;
    const options = moment === undefined ? [] : ['--extra-vars', JSON.stringify({ moment })];
    play(run, 'restore.yml', [...options, '--tags', 'look'], { hint: RESTORE_AGAIN });
    await confirm(`Put back ${until}, in place of the database? What came later is lost.`, values.yes);
    play(run, 'restore.yml', options, { hint: RESTORE_AGAIN });
  } else throw new UserError(`There is no "production ${verb}". See production --help.`);
});

/** @throws UserError for a text that is no past moment, or names a day that no calendar has. */
function pastMoment(text: string): string {
  const isWritten = /^\S{10} ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
  if (!isWritten || !z.iso.date().safeParse(text.slice(0, 10)).success)
    throw new UserError(`--to must be a moment in UTC such as '2026-11-28 12:00:00', not "${text}"`);
  if (Date.parse(`${text.replace(' ', 'T')}Z`) > Date.now())
    throw new UserError(`--to ${text} is still to come`);
  return text;
}

function findAnsible(): void {
  let said: string;
  try {
    said = execFileSync('ansible-playbook', ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    throw new UserError('Ansible is missing. Debian 13: apt-get install ansible-core');
  }
  const [, major = '0', minor = '0'] = /core (\d+)\.(\d+)/.exec(said) ?? [];
  const [minMajor, minMinor] = ANSIBLE_MIN;
  if (Number(major) < minMajor || (Number(major) === minMajor && Number(minor) < minMinor))
    throw new UserError(
      `Ansible here is ${major}.${minor}. Debian 13 has Python 3.13, which needs Ansible ${ANSIBLE_MIN.join('.')} or later`,
    );
}

interface Run {
  inventory: string;
  secretsFile: string;
}

/** Runs a playbook. It says on the terminal what it does. @returns whether it went well @throws UserError when it fails. */
function play(
  { inventory, secretsFile }: Run,
  playbook: string,
  options: string[],
  {
    fails = true,
    hint = 'Ansible says above what failed. Correct it, and apply again: that goes on, and changes nothing twice',
  } = {},
): boolean {
  const args = ['--inventory', inventory, '--extra-vars', `@${secretsFile}`, ...options, playbook];
  const { status } = spawnSync('ansible-playbook', args, {
    cwd: FOLDER,
    env: { ...process.env, ANSIBLE_VAULT_PASSWORD_FILE: vaultPasswordFile(process.env) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0 && fails) throw new UserError(hint);
  return status === 0;
}

/**
 * Each with the code of the commit that it brings.
 * @param release lets another production command run: the apply takes turns itself
 * @throws UserError when one fails
 */
function update(inventory: string, isConfirmed: boolean, release: () => void): void {
  const steps = [
    ['git', 'pull', '--ff-only'],
    ['npx', '-y', 'pnpm@12', 'install', '--frozen-lockfile'],
    ['npx', '-y', 'pnpm@12', 'run', 'db', 'freeze', '--check'],
    [
      ...['npx', '-y', 'pnpm@12', 'run', 'production', 'apply', '--inventory', inventory],
      ...(isConfirmed ? ['--yes'] : []),
    ],
  ];
  for (const [program = '', ...args] of steps) {
    if (args.includes('apply')) release();
    if (spawnSync(program, args, { cwd: WORKSPACE_ROOT, stdio: 'inherit' }).status !== 0)
      throw new UserError(`${[program, ...args].join(' ')} failed, as it says above`);
  }
}

async function makeSecrets(file: string, needs: Needs): Promise<void> {
  const passwordFile = vaultPasswordFile(process.env);
  if (!existsSync(file) && makeVaultPassword(passwordFile))
    say(`${passwordFile} opens the secrets. Keep a copy of it in your password manager.`);
  const secrets = existsSync(file) ? readSecrets(file, process.env) : {};
  const filled = await fillSecrets(secrets, bring, needs);
  writeSecrets(file, filled, process.env);
  const added = Object.keys(filled).filter((name) => secrets[name] === undefined);
  say(`${file}: ${added.length === 0 ? 'nothing was missing' : `made ${added.join(', ')}`}.`);
}

/** A value that another service made: from the environment (SMTP_PASSWORD), or from a person. */
async function bring(name: string): Promise<string> {
  const variable = name.toUpperCase();
  const value = process.env[variable] ?? (process.stdin.isTTY ? await askOnTerminal(`${variable}:`) : '');
  if (value === '') throw new UserError(`Set ${variable} to what the service gave you`);
  if (value.includes("'"))
    throw new UserError(
      `${variable} has a single quote, which a unit cannot read. Let its service make another one`,
    );
  return value;
}

function afterRotation(name: string, secrets: Secrets, word: string): string {
  if (name === 'publishable_key' && (secrets[name]?.length ?? 0) > 1)
    return `The pages have the old key. \`production release host\` gives them the new one. A day later: \`production rotate ${word} --forget\``;
  if (name === 'backup_key' && (secrets[name]?.length ?? 0) > 1)
    return `The older key still opens the backups that were made for it. When none of them is left: \`production rotate ${word} --forget\``;
  if (isKeptBeside(name) && (secrets[name]?.length ?? 0) > 1)
    return `The older value is still taken. After jwt_expiry (supabase/config.toml), or at once if it has leaked: \`production rotate ${word} --forget\``;
  return `${word} has a new value. No older one works.`;
}
