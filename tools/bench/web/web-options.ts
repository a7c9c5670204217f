import { readArguments } from '../../command/read-arguments.ts';
import { UserError } from '../../command/user-error.ts';

export interface WebOptions {
  rounds: number;
  /** Paths. Null for every public page and the portal. */
  pages: string[] | null;
  connections: Connection[];
  /** Further sites: name to address, without a slash at its end. The path of a page follows it. */
  beside: Record<string, string>;
  /** Where the samples go. Null for nowhere. */
  jsonFile: string | null;
}

export type Connection = 'http/1.1' | 'h2';

const DEFAULT_ROUNDS = 7;
const CONNECTIONS: readonly Connection[] = ['h2', 'http/1.1'];

/** @throws UserError for an argument that cannot be used. */
export function readWebOptions(args: string[]): WebOptions {
  const { values } = readArguments({
    args,
    options: {
      rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
      pages: { type: 'string' },
      connection: { type: 'string' },
      beside: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UserError(`The number of rounds must be a whole number from 1 on, not "${values.rounds}"`);
  const connection = CONNECTIONS.find((known) => known === values.connection);
  if (values.connection !== undefined && connection === undefined)
    throw new UserError(`Unknown connection "${values.connection}": ${CONNECTIONS.join(', ')}`);
  return {
    rounds,
    pages: values.pages?.split(',') ?? null,
    connections: connection === undefined ? [...CONNECTIONS] : [connection],
    beside: Object.fromEntries(values.beside.map(namedAddress)),
    jsonFile: values.json ?? null,
  };
}

function namedAddress(text: string): [string, string] {
  const [, name = '', url = ''] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new UserError(`"--beside ${text}" is not name=url`);
  const { origin, pathname } = new URL(url);
  return [name, origin + pathname.replace(/\/+$/, '')];
}
