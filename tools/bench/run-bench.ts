import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** `run bench <name> …` is `run bench:<name> …`. The scripts of package.json say which benchmarks there are. */
runCommand(async () => {
  const [name = ''] = process.argv.splice(2, 1);
  const { scripts } = JSON.parse(await readFile(path.join(WORKSPACE_ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const file = scripts[`bench:${name}`]?.replace(/^node /, '');
  if (file === undefined) {
    const names = Object.keys(scripts).flatMap((script) => /^bench:(.+)$/.exec(script)?.[1] ?? []);
    throw new UserError(`There is no benchmark "${name}". Use one of these: ${names.join(', ')}.`);
  }
  await import(pathToFileURL(path.join(WORKSPACE_ROOT, file)).href);
});
