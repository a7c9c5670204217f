import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  backendPathOf,
  CALLS,
  type Call,
  type CallName,
  pathOf,
} from '@corvane/shared/contracts/backend/calls';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');

/** How a cell of the column 'Who may' begins, by the callers of the list. */
const WORDS: Record<string, string> = {
  'anon, customer, representative': 'Everybody',
  'customer, representative': 'The customer, and the live representative who',
  customer: 'The customer of a live link',
  representative: 'Live representatives|The live representative who',
  manager: 'Managers who gave their code',
  operator: "The holder of the project's secret key",
};

interface DocumentedCall {
  path: string;
  callers: string | undefined;
}

/** The rows of the page that begin with a call. A row of operators' procedures names several of one path. */
function documentedCalls(): DocumentedCall[] {
  const rows = read('docs/contracts/backend-calls.md').matchAll(/^\| `POST .*$/gm);
  return [...rows].flatMap(([row]) => {
    const [calls = '', , who = ''] = row.slice(2).split(/ +\| /);
    const callers = Object.keys(WORDS).find((key) => new RegExp(`^(${WORDS[key]})\\b`).test(who));
    const root = /POST (\/\S+\/)/.exec(calls)?.[1] ?? '';
    const names = [...calls.matchAll(/`(?:POST \S+\/)?([\w-]+)`/g)].map(([, name]) => name);
    return names.map((name) => ({ path: `${root}${name}`, callers }));
  });
}

const byPath = (a: DocumentedCall, b: DocumentedCall) => a.path.localeCompare(b.path);
const OF_OPERATORS = ({ path: called, callers }: DocumentedCall) =>
  callers === 'operator' && called.startsWith('/rest/');

test('the contract of the backend has each call of the list once, with its callers, and no other', () => {
  const listed = Object.entries<Call>(CALLS).map(([name, { callers }]) => ({
    // Operators do not come through the edge.
    path: (callers.includes('operator') ? backendPathOf : pathOf)(name as CallName),
    callers: callers.join(', '),
  }));
  const documented = documentedCalls().filter((call) => !OF_OPERATORS(call));
  expect(documented.sort(byPath)).toEqual(listed.sort(byPath));
});

test('the procedures of operators in the contract of the backend exist', () => {
  const types = read('shared/src/supabase/database.types.ts');
  const names = documentedCalls()
    .filter(OF_OPERATORS)
    .map((call) => path.basename(call.path));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !new RegExp(`^ +${name}:`, 'm').test(types))).toEqual([]);
});
