import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../../command/user-error.ts';
import type { Machine } from './machines.ts';
import { readService, readSpan, readUnit, type Service } from './unit-file.ts';

const REST_STAND_IN = path.join(import.meta.dirname, '../stand-ins/rest-stand-in.ts');
const STOP_MS = 10_000;

/** Whether PostgREST itself runs in this rehearsal. */
export const HAS_POSTGREST = spawnSync('postgrest', ['--version']).status === 0;

/** What stands in for systemd on one machine: starts the installed units, and starts again what ends. */
export class UnitRunner {
  readonly #machine: Machine;
  readonly #outside: (unit: string) => Readonly<Record<string, string>>;
  readonly #running = new Map<string, { child: ChildProcess; isWanted: boolean; ended: Promise<void> }>();
  readonly #jobs = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, AbortController>();

  /** @param outside variables of a unit that play what is outside of the machine */
  constructor(machine: Machine, outside: (unit: string) => Readonly<Record<string, string>> = () => ({})) {
    this.#machine = machine;
    this.#outside = outside;
    mkdirSync(path.join(machine.root, 'log'), { recursive: true });
  }

  /** Process ids of a service: of its main process, which leads a group. */
  pid(name: string): number {
    const pid = this.#running.get(name)?.child.pid;
    if (pid === undefined) throw new Error(`${name} does not run on ${this.#machine.name}`);
    return pid;
  }

  /** `systemctl <verb> [--now] <unit> …`. Waits as systemctl does. @throws UserError for what systemd would refuse. */
  async control(verb: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      if (name.endsWith('.timer')) await this.#controlTimer(verb, name);
      else if (verb === 'start' || verb === 'enable') await this.#start(name);
      else if (verb === 'stop' || verb === 'disable') await this.stop(name);
      else if (verb === 'restart') await this.stop(name).then(() => this.#start(name));
      else if (verb === 'try-restart') await this.#restartIfRunning(name);
      else if (verb === 'reload') await this.#reload(name);
      else throw new UserError(`The rehearsal knows no systemctl ${verb}`);
    }
  }

  async #restartIfRunning(name: string): Promise<void> {
    if (!this.#running.has(name)) return;
    await this.stop(name);
    await this.#start(name);
  }

  /** Ends the whole machine at once, as a lost power supply does. */
  async die(): Promise<void> {
    for (const timer of this.#timers.values()) timer.abort();
    this.#timers.clear();
    await Promise.all([...this.#running.keys()].map((name) => this.stop(name, 'SIGKILL')));
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) timer.abort();
    await Promise.all([...this.#jobs.values()].map((job) => job.catch(() => undefined)));
    await Promise.all([...this.#running.keys()].map((name) => this.stop(name)));
  }

  async stop(name: string, signal?: NodeJS.Signals): Promise<void> {
    const running = this.#running.get(name);
    if (running === undefined) return;
    running.isWanted = false;
    const group = -(running.child.pid ?? 0);
    kill(group, signal ?? readService(this.#machine, name).stopSignal);
    const isEnded = await Promise.race([
      running.ended.then(() => true),
      pause(STOP_MS, false, { ref: false }),
    ]);
    if (!isEnded) kill(group, 'SIGKILL');
    await running.ended;
    this.#running.delete(name);
  }

  async #start(name: string): Promise<void> {
    const service = readService(this.#machine, name);
    if (service.isOneshot) return this.#runJob(name, service);
    if (this.#running.get(name)?.isWanted) return;
    for (const words of service.before) await this.#finish(name, words, service);
    this.#keepRunning(name, service);
  }

  /** One that runs already is waited for. */
  #runJob(name: string, service: Service): Promise<void> {
    const present = this.#jobs.get(name);
    if (present !== undefined) return present;
    const job = this.#finishAll(name, service).finally(() => this.#jobs.delete(name));
    this.#jobs.set(name, job);
    return job;
  }

  async #finishAll(name: string, service: Service): Promise<void> {
    for (const words of [service.command, ...service.after]) await this.#finish(name, words, service);
  }

  async #finish(name: string, words: readonly string[], service: Service): Promise<void> {
    const child = this.#spawn(name, words, service);
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve(status ?? 1));
    });
    if (code !== 0) throw new UserError(`${name} failed on ${this.#machine.name}: ${this.lastWords(name)}`);
  }

  #keepRunning(name: string, service: Service): void {
    const child = this.#spawn(name, service.command, service);
    const running = {
      child,
      isWanted: true,
      ended: new Promise<void>((resolve) => child.once('close', () => resolve())),
    };
    this.#running.set(name, running);
    void running.ended.then(async () => {
      if (!running.isWanted || service.restartMs === null) return;
      await pause(service.restartMs);
      // Its files may have changed.
      if (running.isWanted) this.#keepRunning(name, readService(this.#machine, name));
    });
  }

  #spawn(name: string, words: readonly string[], service: Service): ChildProcess {
    const [program = '', ...args] = withStandIn(words);
    const { BIN = '' } = Object.fromEntries(this.#machine.settings);
    const log = openSync(this.#logFile(name), 'a');
    const child = spawn(program, args, {
      cwd: service.directory,
      env: {
        ...this.#machine.environment,
        PATH: `${BIN}:${this.#machine.environment.PATH}`,
        ...this.#outside(name),
        ...service.environment,
      },
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }

  async #reload(name: string): Promise<void> {
    const service = readService(this.#machine, name);
    const { beforeReload, reloadSignal } = service;
    if (reloadSignal === null) throw new UserError(`${name} cannot be reloaded`);
    for (const words of beforeReload) await this.#finish(name, words, service);
    process.kill(this.pid(name), reloadSignal);
  }

  async #controlTimer(verb: string, name: string): Promise<void> {
    this.#timers.get(name)?.abort();
    this.#timers.delete(name);
    if (verb === 'stop' || verb === 'disable') return;
    const get = readUnit(this.#machine, name);
    const [again] = get('OnUnitInactiveSec');
    // Days and weeks do not pass in a rehearsal.
    if (again === undefined) return;
    const timer = new AbortController();
    this.#timers.set(name, timer);
    void this.#repeat(name.replace('.timer', '.service'), readSpan(again), timer.signal);
  }

  async #repeat(service: string, everyMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // What failed is in its log, and is tried again.
      await this.#start(service).catch(() => undefined);
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  lastWords(name: string): string {
    const lines = readFileSync(this.#logFile(name), 'utf8').trim().split('\n');
    return lines.slice(-4).join(' | ');
  }

  #logFile(name: string): string {
    return path.join(this.#machine.root, 'log', `${name}.log`);
  }
}

/** `/usr/bin/env` finds programs in PATH. PostgREST may be missing there. */
function withStandIn(words: readonly string[]): readonly string[] {
  const [env, program, ...args] = words;
  // Run as root, nginx's workers become a user who may not read these folders.
  if (env === '/usr/sbin/nginx' && process.getuid?.() === 0)
    return words.includes('-t')
      ? [...words, '-g', 'user root;']
      : words.map((word) => (word === 'daemon off;' ? 'daemon off; user root;' : word));
  if (env !== '/usr/bin/env' || program !== 'postgrest' || HAS_POSTGREST) return words;
  return [process.execPath, REST_STAND_IN, ...args];
}

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
