import { UserError } from '../command/user-error.ts';
import { APPS } from '../workspace/apps.ts';

/** What a change of one application needs. */
export interface Part {
  stages: readonly string[];
  /** Folders of unit tests. */
  tests: readonly string[];
  /** Folders and files of journeys. */
  journeys: readonly string[];
}

const OF_ALL = ['shared', 'tools/checks'];
const OF_APPLICATIONS = ['static', 'applications', 'server', 'site', 'journeys'];

/** Journeys that show an application. One without an entry has pages, as every application. */
const JOURNEYS: Readonly<Record<string, readonly string[]>> = {
  host: ['loading/', 'access/', 'every-page/'],
  marketing: ['public-pages/', 'every-page/', 'loading/prerendered-pages', 'loading/static-sections'],
  portal: ['portal/', 'operations/', 'access/'],
};

const BACKEND: Part = {
  stages: ['static', 'server', 'database', 'postgres', 'site', 'journeys', 'attacks'],
  tests: ['supabase', 'tools/db', 'tools/stack/backend', ...OF_ALL],
  journeys: ['journeys/access/'],
};

interface Wanted {
  /** Everything, in place of samples. */
  deep: boolean;
  stages: readonly string[];
  part: Part | undefined;
}

/**
 * Reads `test [deep] [<stage>… | <application>]`.
 * @throws UserError for any other word.
 */
export function readWanted(
  args: readonly string[],
  stages: readonly { name: string; deep?: true }[],
): Wanted {
  const deep = args[0] === 'deep';
  const words = deep ? args.slice(1) : args;
  const [first = ''] = words;
  const usual = stages.filter((stage) => deep || !stage.deep).map(({ name }) => name);
  const part = first === 'backend' ? BACKEND : partOf(first);
  if (part) {
    if (words[1] !== undefined) throw new UserError(`"test ${first}" takes no "${words[1]}"`);
    return { deep, stages: usual.filter((name) => part.stages.includes(name)), part };
  }
  const names = stages.map(({ name }) => name);
  const unknown = words.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UserError(
      `There is no stage or application "${unknown}". Stages: ${names.join(', ')}. Applications: ${[...APPS, 'backend'].join(', ')}`,
    );
  }
  return { deep, stages: words.length > 0 ? words : usual, part: undefined };
}

function partOf(app: string): Part | undefined {
  if (!APPS.includes(app)) return undefined;
  const journeys = (JOURNEYS[app] ?? ['every-page/']).map((place) => `journeys/${place}`);
  return { stages: OF_APPLICATIONS, tests: [app, ...OF_ALL], journeys };
}
