import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TinyRemote } from './tiny-remote.ts';

/** A team: the remote that it ships, and where it commits. */
export interface Team {
  remote: Pick<TinyRemote, 'app' | 'path' | 'access'>;
  clone: TeamClone;
}

/** One team's clone. Its releases name real commits, so that the tool compares real history. */
export class TeamClone {
  readonly directory: string;
  readonly #app: string;

  private constructor(directory: string, app: string) {
    this.directory = directory;
    this.#app = app;
  }

  static async make(app: string): Promise<TeamClone> {
    const clone = new TeamClone(await mkdtemp(path.join(tmpdir(), `corvane-clone-${app}-`)), app);
    clone.#git('init', '--quiet', '--initial-branch=main');
    await clone.commit('begin');
    clone.#git('branch', 'beginning');
    return clone;
  }

  /** A commit on top of the last one that was not taken back. @returns its id. */
  async commit(subject: string): Promise<string> {
    await mkdir(path.join(this.directory, this.#app), { recursive: true });
    await writeFile(path.join(this.directory, this.#app, 'page.ts'), subject);
    this.#git('add', '.');
    this.#git('-c', 'user.name=t', '-c', 'user.email=t@corvane.example', 'commit', '--quiet', '-m', subject);
    return this.#git('rev-parse', 'HEAD');
  }

  /** A commit of a person whose clone stayed at the beginning. @returns its id. */
  async commitBehind(subject: string): Promise<string> {
    this.#git('checkout', '--quiet', '-B', 'behind', 'beginning');
    const commit = await this.commit(subject);
    this.#git('checkout', '--quiet', 'main');
    return commit;
  }

  /** Takes back the last commit, as a team does whose release was refused. */
  takeBack(): void {
    this.#git('reset', '--quiet', '--hard', 'HEAD~1');
  }

  #git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.directory, encoding: 'utf8' }).trim();
  }
}
