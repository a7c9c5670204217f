import { readArguments } from '../command/read-arguments.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { refuseWithoutNspawn } from './booted-machine.ts';
import { rehearseFive } from './five-machines.ts';
import { rehearseGrowing } from './growing.ts';
import { rehearseOne } from './one-machine.ts';
import type { Report } from './report.ts';

/** What stands for the parts that this machine cannot reach, said with every result. */
const NOT_SHOWN = [
  "PostgREST's own program: the local stack's API stands in for it",
  'the certificate is of an authority of its own, and the mail server delivers nothing',
  'the bucket is the test server of release/store, which knows credentials by their names',
  'the five machines have the packages of the role base and the checkout before the first apply',
  'no key of signatures, and none of Resend, is rotated',
  'the repository is a folder, and the kernel is the one of this machine',
];

const EXAMPLES: Record<string, (report: Report, only?: readonly string[]) => Promise<void>> = {
  one: rehearseOne,
  five: rehearseFive,
  grow: rehearseGrowing,
};

/**
 * Sets up machines that boot, with the commands of docs/production.md: from empty Debian 13 systems to a first manager. Then
 * it breaks them. `run rehearse`, `run rehearse one`, `run rehearse five --only bucket`, `run rehearse grow`. Exit code 1 when a
 * promise is broken.
 */
runCommand(async () => {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: { only: { type: 'string', multiple: true } },
  });
  const chosen = positionals.length > 0 ? positionals : Object.keys(EXAMPLES);
  const unknown = chosen.find((name) => !Object.hasOwn(EXAMPLES, name));
  if (unknown !== undefined)
    throw new UserError(`There is no example "${unknown}". Choose from: ${Object.keys(EXAMPLES).join(', ')}`);
  refuseWithoutNspawn();
  const startedAt = performance.now();
  const since = () => Math.round((performance.now() - startedAt) / 1000);
  const say = (line: string) => console.log(`${String(since()).padStart(4)} s  ${line}`);
  const broken: string[] = [];
  const check = (promise: string, isKept: boolean, found = '') => {
    say(`${isKept ? 'kept' : 'BROKEN'}: ${promise}${found === '' ? '' : ` (${found})`}`);
    if (!isKept) broken.push(promise);
  };
  for (const name of chosen) await EXAMPLES[name]?.({ say, check }, values.only);
  for (const line of NOT_SHOWN) console.log(`Not shown: ${line}.`);
  for (const line of broken) console.log(`BROKEN: ${line}`);
  const result = broken.length === 0 ? 'Every promise was kept' : `${broken.length} promises were broken`;
  console.log(`${result}, in ${since()} s.`);
  if (broken.length > 0) process.exitCode = 1;
});
