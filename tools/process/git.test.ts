import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { git } from './git.ts';

/** Each asks as releases, the doctor and the checks do. */
const QUESTIONS = [
  ['log', '--no-merges', '--format=%s', 'HEAD', '--', 'pläne'],
  ['log', '--format=%x00%H %b', 'HEAD'],
  ['show', '--diff-merges=first-parent', '--name-only', '--format=', 'HEAD~1', '--', 'pläne'],
  ['show', '--no-patch', '--format=%ct', 'HEAD'],
  ['status', '--porcelain', '--untracked-files=all', '--', 'pläne'],
  ['ls-files', '*.ts'],
  ['rev-parse', '--is-shallow-repository'],
];

/** Settings of persons that were seen to change, or could change, what Git prints. */
const HOSTILE = `
[log] showRoot = false
  showSignature = true
  mailmap = true
  follow = true
  date = relative
  decorate = full
  abbrevCommit = true
[core] quotePath = true
  excludesFile = EXCLUDES
  pager = false
  fsmonitor = false
[color] ui = always
  status = always
  diff = always
[diff] external = false
  noprefix = true
  renames = copies
  relative = true
  orderFile = /dev/null
[status] short = true
  branch = true
  relativePaths = false
  showUntrackedFiles = no
[format] pretty = oneline
[i18n] logOutputEncoding = latin1
[alias] log = status
[pager] log = false
`;

test('the settings of a person, and of a hook around it, change no answer of Git', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hostile-git-'));
  const [work, other] = [path.join(folder, 'work'), path.join(folder, 'other')];
  const run = (cwd: string, ...args: string[]) => {
    const named = ['-c', 'user.name=t', '-c', 'user.email=t@corvane.example', ...args];
    const { status, stderr } = spawnSync('git', named, { cwd, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  for (const [repository, subject] of [
    [work, 'Größe der Pläne'],
    [other, 'another folder'],
  ] as const) {
    await mkdir(path.join(repository, 'pläne'), { recursive: true });
    run(repository, 'init', '--quiet');
    for (const name of ['a', 'b']) {
      await writeFile(path.join(repository, 'pläne', `${name}.ts`), name.repeat(200));
      run(repository, 'add', '.');
      run(repository, 'commit', '--quiet', '-m', `${subject}: ${name}`, '-m', 'Why.');
    }
  }
  await writeFile(path.join(work, 'pläne', 'new.ts'), 'new');
  const answers = () => Promise.all(QUESTIONS.map((question) => git(work, ...question)));

  const settings = { empty: path.join(folder, 'empty'), hostile: path.join(folder, 'hostile') };
  const excludes = path.join(folder, 'excludes');
  await writeFile(settings.empty, '');
  await writeFile(excludes, '*.ts\n');
  await writeFile(settings.hostile, HOSTILE.replace('EXCLUDES', excludes));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('GIT_CONFIG_GLOBAL', settings.empty);
  const plain = await answers();
  expect(plain[0]).toBe('Größe der Pläne: b\nGröße der Pläne: a');
  expect(plain[2]).toBe('pläne/a.ts');
  expect(plain[4]).toBe('?? pläne/new.ts');

  vi.stubEnv('GIT_CONFIG_GLOBAL', settings.hostile);
  expect(await answers()).toEqual(plain);
  for (const [name, value] of Object.entries({
    GIT_DIR: path.join(other, '.git'),
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: path.join(folder, 'index'),
    GIT_EXTERNAL_DIFF: 'false',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_CEILING_DIRECTORIES: work,
  }))
    vi.stubEnv(name, value);
  expect(await answers()).toEqual(plain);
});
