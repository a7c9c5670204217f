import { readArguments } from '../command/read-arguments.ts';
import { runCommand } from '../command/run-command.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { createRemote } from './create-remote.ts';

const HELP = `Creates a remote with one page, ready to release.

  new-remote <name> [--path /<name>] [--title '<title>']
`;

runCommand(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: { path: { type: 'string' }, title: { type: 'string' }, help: { type: 'boolean' } },
    },
    'new-remote --help',
  );
  const [name] = positionals;
  if (name === undefined || values.help) {
    console.log(HELP);
    return;
  }
  const capitalized = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const files = await createRemote(WORKSPACE_ROOT, {
    name,
    path: values.path ?? `/${name}`,
    title: values.title ?? capitalized,
  });
  console.log(`${files.join('\n')}

Next: git add -A && git commit, then npx -y pnpm@12 run release ${name}`);
});
