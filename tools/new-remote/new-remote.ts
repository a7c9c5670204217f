import { spawnSync } from 'node:child_process';
import { readArguments } from '../command/read-arguments.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { pnpmCommand } from '../supply/run-pnpm.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { askNavigation } from './ask-navigation.ts';
import { createRemote } from './create-remote.ts';

const HELP = `Creates a remote with one page, ready to release.

  new-remote <name> [--path /<name>] [--title '<title>']
             [--place header|footer|none]…  where the site links to the page; asked for on a terminal, else the footer
             [--label '<text>']             text of the link; default: the title
             [--order <number>]             lower ones come first; the host's own links are 10, 20, 30 …
             [--for everyone|customer|rep]  who sees the link
`;

runCommand(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: {
        path: { type: 'string' },
        title: { type: 'string' },
        place: { type: 'string', multiple: true },
        label: { type: 'string' },
        order: { type: 'string' },
        for: { type: 'string' },
        help: { type: 'boolean' },
      },
    },
    'new-remote --help',
  );
  const [name] = positionals;
  if (name === undefined || values.help) {
    console.log(HELP);
    return;
  }
  const capitalized = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const page = { path: values.path ?? `/${name}`, title: values.title ?? capitalized };
  const navigation = await askNavigation(page, values);
  const files = await createRemote(WORKSPACE_ROOT, { name, ...page, navigation });
  // Writes the lockfile, with the pnpm that runs this command.
  const [command, ...prefix] = pnpmCommand();
  const { status } = spawnSync(command, [...prefix, 'install', '--prefer-offline', '--no-frozen-lockfile'], {
    cwd: WORKSPACE_ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new UserError('The files are there, but the install failed. Run: npx -y pnpm@12 install');
  console.log(`${[...files, 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].join('\n')}

Next:
  git add -A && git commit -m 'Add the ${name} remote'
  npx -y pnpm@12 run release ${name}`);
});
