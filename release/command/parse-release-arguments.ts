import { SITE_COUNTS_KEPT_DAYS } from '@corvane/shared/contracts/backend/terms';
import { readArguments } from '@corvane/tools/command/read-arguments';
import { UserError } from '@corvane/tools/command/user-error';
import { CANARY_MAX_PERCENT } from '../store/site-state.ts';
import type { BucketRole } from './bucket-policy.ts';

export type ReleaseCommand =
  | {
      name: 'release';
      app: string;
      build: string | null;
      preview: boolean;
      canaryPercent: number | null;
      /** Hours to wait for a decision on the canary. Null: a person decides. */
      decideHours: number | null;
      behind: boolean;
      /** Reason to release what was taken back. */
      insist: string | null;
    }
  /** Null: for all visitors. */
  | { name: 'promote'; app: string; percent: number | null }
  | { name: 'abort'; app: string }
  | { name: 'decide' | 'override-key' | 'keys' }
  | { name: 'signing-key'; app: string }
  | { name: 'revoke-key'; app: string; key: string }
  | { name: 'policy'; role: BucketRole }
  | { name: 'override'; remote: string; target: string }
  | { name: 'pull'; directory: string }
  | { name: 'rollback'; app: string; version: string | null; live: boolean }
  | { name: 'restore'; revision: number }
  | { name: 'remove'; remote: string; to: string }
  | { name: 'end-preview'; token: string }
  | { name: 'bad'; app: string; version: string; why: string }
  | { name: 'good'; app: string; version: string }
  | { name: 'list' | 'notes'; app: string | null }
  | { name: 'diff'; app: string; build: string | null; version: string | null }
  | { name: 'prune'; dryRun: boolean }
  | { name: 'stats'; hours: number; days: number; json: boolean }
  | { name: 'errors'; app: string; hours: number };

/** Words of each command, its name included. `release <application>` is told by its application. */
const TAKEN: Readonly<Record<Exclude<ReleaseCommand['name'], 'release'>, number>> = {
  promote: 3,
  abort: 2,
  decide: 1,
  prune: 1,
  stats: 1,
  'override-key': 1,
  keys: 1,
  'signing-key': 2,
  'revoke-key': 3,
  policy: 2,
  rollback: 3,
  override: 3,
  diff: 3,
  restore: 2,
  list: 2,
  notes: 2,
  errors: 2,
  pull: 2,
  remove: 2,
  'end-preview': 2,
  bad: 4,
  good: 3,
};

/** Names that no application may have: it could not be released. */
export const RELEASE_COMMANDS = Object.keys(TAKEN);

/** @throws UserError, in one line, for anything that is no command. */
export function parseReleaseArguments(
  args: readonly string[],
  apps: readonly string[],
  { RELEASE_INSIST = '' }: NodeJS.ProcessEnv = {},
): ReleaseCommand {
  const { values, positionals } = parse(args);
  const [name = '', first, second, ...rest] = positionals;
  const used = new Set(Object.keys(values));
  const take = <T>(option: string, value: T): T => {
    used.delete(option);
    return value;
  };
  const app = (value: string | undefined): string => {
    if (value === undefined || !apps.includes(value)) {
      throw new UserError(
        `Which application? ${apps.join(', ')}${value === undefined ? '' : `, not "${value}"`}`,
      );
    }
    return value;
  };
  /** Of the site: a clone need not have its folder. */
  const named = (value: string | undefined): string =>
    value !== undefined && /^[a-z][\w-]*$/.test(value) ? value : app(value);
  const hours = () => wholeNumber(take('hours', values.hours ?? '24'), '--hours', 1, 24 * 30);
  const build = () => take('build', values.build ?? null);
  const command = ((): ReleaseCommand => {
    switch (name) {
      case 'promote':
        return {
          name,
          app: named(first),
          percent:
            second === undefined || second === '100'
              ? null
              : wholeNumber(second, 'The percentage', 1, CANARY_MAX_PERCENT),
        };
      case 'abort':
        return { name, app: named(first) };
      case 'decide':
      case 'override-key':
      case 'keys':
        return { name };
      case 'signing-key':
        return { name, app: app(first) };
      case 'revoke-key':
        if (second === undefined)
          throw new UserError(
            'Which key? release revoke-key <application> <key>, as "release keys" names it',
          );
        return { name, app: named(first), key: second };
      case 'policy': {
        if (first === 'web' || first === 'prune') return { name, role: { kind: first } };
        const kind = take('preview', values.preview ?? false) ? 'preview' : 'release';
        return { name, role: { kind, app: app(first) } };
      }
      case 'override':
        if (first === undefined || second === undefined)
          throw new UserError(
            'Override what? release override <remote> <version, address of a preview, or http://localhost:5173>',
          );
        return { name, remote: first, target: second };
      case 'pull':
        if (first === undefined) throw new UserError('pull needs a directory: release pull <directory>');
        return { name, directory: first };
      case 'rollback':
        return { name, app: named(first), version: second ?? null, live: take('live', values.live ?? false) };
      case 'restore':
        return { name, revision: wholeNumber(first, 'The state to restore', 1, 1e9) };
      case 'remove':
        // Not one of the workspace: its folder may be gone already.
        if (first === undefined || first === 'host')
          throw new UserError('Which remote? release remove <remote> [--to /path]');
        return { name, remote: first, to: take('to', values.to ?? '/') };
      case 'end-preview': {
        const token = /(?:^|\/_preview\/)([a-z0-9]{32})(?:$|[/?#])/.exec(first ?? '')?.[1];
        if (token === undefined)
          throw new UserError('Which preview? release end-preview <address of the preview>');
        return { name, token };
      }
      case 'bad':
      case 'good': {
        const [why] = rest;
        if (second === undefined || (name === 'bad' && why === undefined))
          throw new UserError(
            `${name} needs a version${name === 'bad' ? ' and a reason' : ''}. See release --help.`,
          );
        return name === 'bad'
          ? { name, app: named(first), version: second, why: why ?? '' }
          : { name, app: named(first), version: second };
      }
      case 'list':
      case 'notes':
        return { name, app: first === undefined ? null : named(first) };
      case 'diff':
        return { name, app: app(first), version: second ?? null, build: build() };
      case 'prune':
        return { name, dryRun: take('dry-run', values['dry-run'] ?? false) };
      case 'stats':
        return {
          name,
          hours: hours(),
          days: wholeNumber(take('days', values.days ?? '28'), '--days', 1, SITE_COUNTS_KEPT_DAYS),
          json: take('json', values.json ?? false),
        };
      case 'errors':
        return { name, app: named(first), hours: hours() };
      default: {
        const preview = take('preview', values.preview ?? false);
        const share = take('canary', values.canary);
        if (preview && share !== undefined) throw new UserError('Use --preview or --canary, not both');
        const canaryPercent =
          share === undefined ? null : wholeNumber(share, '--canary', 1, CANARY_MAX_PERCENT);
        const behind = take('behind', values.behind ?? false);
        const insist = take('insist', values.insist ?? (RELEASE_INSIST.trim() || null));
        if (insist?.trim() === '') throw new UserError("--insist needs a reason: --insist 'why'");
        const released = app(name);
        const decide = take('decide', values.decide ?? false);
        if (decide && canaryPercent === null) {
          throw new UserError(`--decide needs a canary: release ${released} --canary 10 --decide`);
        }
        const decideHours = decide ? hours() : null;
        return {
          name: 'release',
          app: released,
          build: build(),
          preview,
          canaryPercent,
          decideHours,
          behind,
          insist,
        };
      }
    }
  })();
  const [unknown] = used;
  if (unknown !== undefined) throw new UserError(`"${name}" has no option --${unknown}. See release --help.`);
  const taken = command.name === 'release' ? 1 : TAKEN[command.name];
  const extra = positionals[taken];
  if (extra !== undefined) throw new UserError(`"${name}" takes no "${extra}". See release --help.`);
  return command;
}

function parse(args: readonly string[]) {
  return readArguments(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        build: { type: 'string' },
        preview: { type: 'boolean' },
        canary: { type: 'string' },
        decide: { type: 'boolean' },
        behind: { type: 'boolean' },
        live: { type: 'boolean' },
        insist: { type: 'string' },
        'dry-run': { type: 'boolean' },
        to: { type: 'string' },
        hours: { type: 'string' },
        days: { type: 'string' },
        json: { type: 'boolean' },
      },
    },
    'release --help',
  );
}

function wholeNumber(text: string | undefined, what: string, from: number, to: number): number {
  const value = Number(text);
  if (text === undefined || !Number.isInteger(value) || value < from || value > to) {
    throw new UserError(`${what} must be a whole number from ${from} to ${to}, not "${text ?? ''}"`);
  }
  return value;
}
