import { SITE_COUNTS_KEPT_DAYS } from '@corvane/shared/contracts/backend/terms';
import { readArguments } from '@corvane/tools/command/read-arguments';
import { UserError } from '@corvane/tools/command/user-error';
import { CANARY_MAX_PERCENT } from '../store/site-state.ts';
import type { BucketRole } from './bucket-policy.ts';

const FLAGS = ['preview', 'decide', 'behind', 'live', 'dry-run', 'json'] as const;
const OPTIONS = ['build', 'canary', 'insist', 'to', 'hours', 'days'] as const;

/** The words and options after a command. What the command does not read is a mistake. */
class Line {
  readonly #apps: readonly string[];
  readonly #words: string[];
  readonly #options: Record<string, string | boolean>;

  constructor(args: readonly string[], apps: readonly string[]) {
    const kinds = [
      ...FLAGS.map((name) => [name, { type: 'boolean' }] as const),
      ...OPTIONS.map((name) => [name, { type: 'string' }] as const),
    ];
    const { values, positionals } = readArguments(
      { args: [...args], allowPositionals: true, options: Object.fromEntries(kinds) },
      'release --help',
    );
    this.#apps = apps;
    this.#words = positionals;
    this.#options = { ...values } as Record<string, string | boolean>;
  }

  /** null when there is none. */
  optional(): string | null {
    return this.#words.shift() ?? null;
  }

  word(missing: string): string {
    const word = this.optional();
    if (word === null) throw new UserError(missing);
    return word;
  }

  /** An application of this clone. */
  app(word = this.optional()): string {
    if (word !== null && this.#apps.includes(word)) return word;
    throw new UserError(
      `Which application? ${this.#apps.join(', ')}${word === null ? '' : `, not "${word}"`}`,
    );
  }

  /** An application of the site: a clone need not have its folder. */
  named(word = this.optional()): string {
    return word !== null && /^[a-z][\w-]*$/.test(word) ? word : this.app(word);
  }

  optionalName(): string | null {
    return this.#words.length === 0 ? null : this.named();
  }

  option(name: (typeof OPTIONS)[number]): string | null {
    return (this.#take(name) as string | undefined) ?? null;
  }

  flag(name: (typeof FLAGS)[number]): boolean {
    return this.#take(name) === true;
  }

  hours(): number {
    return wholeNumber(this.option('hours') ?? '24', '--hours', 1, 24 * 30);
  }

  /** @throws UserError for a word or an option that was not read. */
  end(name: string): void {
    const [option] = Object.keys(this.#options);
    if (option !== undefined) throw new UserError(`"${name}" has no option --${option}. See release --help.`);
    const word = this.optional();
    if (word !== null) throw new UserError(`"${name}" takes no "${word}". See release --help.`);
  }

  #take(name: string) {
    const value = this.#options[name];
    delete this.#options[name];
    return value;
  }
}

const WHAT_TO_OVERRIDE =
  'Override what? release override <remote> <version, address of a preview, or http://localhost:5173>';
const WHAT_IS_BAD = 'bad needs a version and a reason. See release --help.';

/** What each command reads. `release <application>` is told by its application. */
const COMMANDS = {
  /** `percent` is null for all visitors. */
  promote: (line: Line) => ({ app: line.named(), percent: readPercent(line.optional()) }),
  abort: (line: Line) => ({ app: line.named() }),
  decide: () => ({}),
  prune: (line: Line) => ({ dryRun: line.flag('dry-run') }),
  stats: (line: Line) => ({
    hours: line.hours(),
    days: wholeNumber(line.option('days') ?? '28', '--days', 1, SITE_COUNTS_KEPT_DAYS),
    json: line.flag('json'),
  }),
  'override-key': () => ({}),
  keys: () => ({}),
  'signing-key': (line: Line) => ({ app: line.app() }),
  'revoke-key': (line: Line) => ({
    app: line.named(),
    key: line.word('Which key? release revoke-key <application> <key>, as "release keys" names it'),
  }),
  policy: (line: Line) => ({ role: readRole(line) }),
  rollback: (line: Line) => ({ app: line.named(), version: line.optional(), live: line.flag('live') }),
  override: (line: Line) => ({ remote: line.word(WHAT_TO_OVERRIDE), target: line.word(WHAT_TO_OVERRIDE) }),
  diff: (line: Line) => ({ app: line.app(), version: line.optional(), build: line.option('build') }),
  restore: (line: Line) => ({ revision: wholeNumber(line.optional(), 'The state to restore', 1, 1e9) }),
  list: (line: Line) => ({ app: line.optionalName() }),
  notes: (line: Line) => ({ app: line.optionalName() }),
  errors: (line: Line) => ({ app: line.named(), hours: line.hours() }),
  pull: (line: Line) => ({ directory: line.word('pull needs a directory: release pull <directory>') }),
  remove: (line: Line) => ({ remote: readRemoved(line), to: line.option('to') ?? '/' }),
  'end-preview': (line: Line) => ({ token: readToken(line) }),
  bad: (line: Line) => ({ app: line.named(), version: line.word(WHAT_IS_BAD), why: line.word(WHAT_IS_BAD) }),
  good: (line: Line) => ({
    app: line.named(),
    version: line.word('good needs a version. See release --help.'),
  }),
};

/** Names that no application may have: it could not be released. */
export const RELEASE_COMMANDS = Object.keys(COMMANDS);

interface Release {
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

type Commands = typeof COMMANDS;
export type ReleaseCommand =
  | Release
  | { [Name in keyof Commands]: { name: Name } & ReturnType<Commands[Name]> }[keyof Commands];

/** @throws UserError, in one line, for anything that is no command. */
export function parseReleaseArguments(
  args: readonly string[],
  apps: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ReleaseCommand {
  const line = new Line(args, apps);
  const name = line.word('Which command? See release --help.');
  const command = Object.hasOwn(COMMANDS, name)
    ? ({ name, ...COMMANDS[name as keyof Commands](line) } as ReleaseCommand)
    : readRelease(name, line, env);
  line.end(name);
  return command;
}

function readRelease(name: string, line: Line, { RELEASE_INSIST = '' }: NodeJS.ProcessEnv): Release {
  const preview = line.flag('preview');
  const share = line.option('canary');
  if (preview && share !== null) throw new UserError('Use --preview or --canary, not both');
  const insist = line.option('insist') ?? (RELEASE_INSIST.trim() || null);
  if (insist?.trim() === '') throw new UserError("--insist needs a reason: --insist 'why'");
  const app = line.app(name);
  const decide = line.flag('decide');
  if (decide && share === null)
    throw new UserError(`--decide needs a canary: release ${app} --canary 10 --decide`);
  return {
    name: 'release',
    app,
    build: line.option('build'),
    preview,
    canaryPercent: share === null ? null : wholeNumber(share, '--canary', 1, CANARY_MAX_PERCENT),
    decideHours: decide ? line.hours() : null,
    behind: line.flag('behind'),
    insist,
  };
}

function readPercent(word: string | null): number | null {
  return word === null || word === '100' ? null : wholeNumber(word, 'The percentage', 1, CANARY_MAX_PERCENT);
}

function readRole(line: Line): BucketRole {
  const kind = line.optional();
  if (kind === 'web' || kind === 'prune') return { kind };
  return { kind: line.flag('preview') ? 'preview' : 'release', app: line.app(kind) };
}

/** Not one of the workspace: its folder may be gone already. */
function readRemoved(line: Line): string {
  const which = 'Which remote? release remove <remote> [--to /path]';
  const remote = line.word(which);
  if (remote === 'host') throw new UserError(which);
  return remote;
}

function readToken(line: Line): string {
  const token = /(?:^|\/_preview\/)([a-z0-9]{32})(?:$|[/?#])/.exec(line.optional() ?? '')?.[1];
  if (token === undefined) throw new UserError('Which preview? release end-preview <address of the preview>');
  return token;
}

function wholeNumber(text: string | null, what: string, from: number, to: number): number {
  const value = Number(text);
  if (text === null || !Number.isInteger(value) || value < from || value > to) {
    throw new UserError(`${what} must be a whole number from ${from} to ${to}, not "${text ?? ''}"`);
  }
  return value;
}
