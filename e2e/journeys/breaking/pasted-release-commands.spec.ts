import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { documentedBlocks, SCRIPTS_WITHOUT_PNPM } from '@corvane/tools/checks/documents/documented-commands';
import { freePorts } from '@corvane/tools/process/free-ports';
import { expect, test } from '@playwright/test';
import { copyOfSources } from '../../site/copy-of-sources.ts';
import { health } from '../../site/releases.ts';
import { stack } from '../../stack.ts';

/** The lines of the block of docs/releasing.md that contains this text. */
async function blockWith(text: string): Promise<string[]> {
  const blocks = (await documentedBlocks()).filter(
    (block) => block.file === 'docs/releasing.md' && block.language === '' && block.text.includes(text),
  );
  expect(blocks).toHaveLength(1);
  // Only this test makes the commit.
  return (blocks[0]?.text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('git commit'));
}

/** A team's clone, with a commit that is not live yet. */
async function cloneWithChange(): Promise<string> {
  const clone = await copyOfSources(['host', 'marketing', 'portal', 'supabase', '.gitignore']);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone });
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@corvane.example');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'before');
  const page = path.join(clone, 'marketing/src/content/pricing-page.ts');
  const source = await readFile(page, 'utf8');
  await writeFile(page, source.replace('Our Pricing Plans', 'Our New Prices'));
  git('commit', '--quiet', '-am', 'marketing: name the prices');
  return clone;
}

test.describe('the documented commands of releases work as pasted @deep', () => {
  test.describe.configure({ mode: 'serial' });
  let clone = '';
  let env: NodeJS.ProcessEnv = {};
  /** Values for the placeholders in the document. */
  const open = new Map<string, string>();
  const filledIn = (line: string) => line.replaceAll(/<\w+>/g, (word) => open.get(word) ?? word);

  test.beforeAll(async () => {
    clone = await cloneWithChange();
    env = { ...process.env, RELEASE_DESTINATION: stack.siteRoot, SITE_URL: '', RELEASE_COMPRESSION: 'fast' };
  });

  /** @returns what it prints. */
  async function paste(line: string): Promise<string> {
    const script = SCRIPTS_WITHOUT_PNPM + filledIn(line);
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: clone, env });
    const address = /^Preview of .*: (\S+)$/m.exec(stdout)?.[1];
    if (address !== undefined) open.set('<address>', address);
    const key = /^OVERRIDE_KEY=(\S+)$/m.exec(stdout)?.[1];
    if (key !== undefined) env.OVERRIDE_KEY = key;
    return stdout;
  }

  async function pasteAll(lines: readonly string[]): Promise<void> {
    for (const line of lines) await test.step(line, () => paste(line));
  }

  test('for an ordinary release, and for a rollback at night', async () => {
    test.setTimeout(900_000);
    const before = (await health()).versions;
    open.set('<state>', /^state .*\n(\d+) /m.exec(await paste('run release list'))?.[1] ?? '');

    await pasteAll(await blockWith('run release promote'));
    const after = (await health()).versions;
    expect(after).toEqual({ ...before, marketing: after.marketing });
    expect(after.marketing).not.toBe(before.marketing);
    open.set('<version>', after.marketing ?? '');

    await pasteAll(await blockWith('run release override-key'));
    await pasteAll(await blockWith('run release end-preview'));
    expect(await paste('run release notes marketing')).toContain('marketing: name the prices');

    const [toTheVersionBefore = '', ...night] = await blockWith('run release rollback marketing');
    await pasteAll([toTheVersionBefore]);
    expect((await health()).versions).toEqual(before);
    await pasteAll(night);
    expect((await health()).versions).toEqual(before);
  });

  test('with a remote from source on the deployed site', async () => {
    const [port = 0] = await freePorts(1);
    const [line = ''] = await blockWith('--against');
    const here = line.replace('5173', String(port)).replace('https://corvane.example', stack.url);
    expect(here).toMatch(new RegExp(`^PORT=${port} .*--against ${stack.url}$`));
    const server = spawn('bash', ['-euc', SCRIPTS_WITHOUT_PNPM + here], {
      cwd: clone,
      env,
      stdio: 'ignore',
      detached: true,
    });
    const closed = once(server, 'close');
    try {
      const page = async () => (await fetch(`http://localhost:${port}/pricing`)).text();
      await expect
        .poll(() => page().catch(() => ''), { timeout: 120_000 })
        .toContain(`/remotes/marketing/${open.get('<version>')}/`);
    } finally {
      // The process group: the shell and the server.
      if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
      await closed;
    }
  });
});
