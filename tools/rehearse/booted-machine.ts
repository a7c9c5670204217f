import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../command/user-error.ts';
import { git } from '../process/git.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** The bridge of the booted machines, which this machine is on as well. */
const BRIDGE = 'corvane0';
const NETWORK = '10.99.0';
/** This machine, for the booted ones. */
export const HERE = `${NETWORK}.1`;
/** Where visitors come from: limits count by address. */
const VISITORS = '10.99.128.0/17';
export const visitorAddress = (number: number) =>
  `10.99.${128 + Math.floor(number / 250)}.${(number % 250) + 1}`;
/** Each machine has the next address. */
export const machineAddress = (number: number) => `${NETWORK}.${11 + number}`;
/** What a machine trusts. */
const TRUSTED = 'etc/ssl/certs/ca-certificates.crt';
const CERTIFICATES = '/usr/local/share/ca-certificates';
const PATIENCE_MS = 60_000;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
/** While visitors are served. */
const runMeanwhile = async (program: string, ...args: string[]) =>
  (await promisify(execFile)(program, args, { maxBuffer: 2 ** 26 })).stdout;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @throws UserError when another rehearsal has it. @returns what takes it away */
export function layBridge(): () => void {
  if (readdirSync('/sys/class/net').includes(BRIDGE))
    throw new UserError(`Another rehearsal runs, or was killed. Then: ip link del ${BRIDGE}`);
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'addr', 'add', `${HERE}/16`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
  run('ip', 'route', 'add', 'local', VISITORS, 'dev', BRIDGE);
  return () => void run('ip', 'link', 'del', BRIDGE);
}

/** @throws UserError when this machine cannot boot another. */
export function refuseWithoutNspawn(): void {
  if (process.getuid?.() !== 0) throw new UserError('Only root boots machines');
  for (const program of ['mmdebstrap', 'systemd-nspawn', 'ssh']) {
    try {
      run('sh', '-c', `command -v ${program}`);
    } catch {
      throw new UserError(
        `${program} is missing. Debian: apt-get install mmdebstrap systemd-container openssh-client`,
      );
    }
  }
}

/** The files of a Debian 13 with some packages. It is fetched once, and kept below `.cache/`. */
export function debianFiles(folder: string, packages: readonly string[]): string {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  run('mmdebstrap', '-q', '--variant=minbase', `--include=${packages.join(',')}`, 'trixie', unfinished);
  // It trusts what this machine trusts beside Debian's authorities.
  if (existsSync(CERTIFICATES))
    cpSync(CERTIFICATES, path.join(unfinished, CERTIFICATES), { recursive: true });
  run('chroot', unfinished, 'update-ca-certificates');
  renameSync(unfinished, folder);
  return folder;
}

/**
 * The same, with what the role `base` installs, and with this checkout. Several machines would take long to get both.
 * @param files of a Debian 13
 */
export async function preparedFiles(
  folder: string,
  files: string,
  packages: readonly string[],
): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  const checkout = '/srv/corvane/checkout';
  rmSync(unfinished, { recursive: true, force: true });
  run('cp', '-a', files, unfinished);
  await git(WORKSPACE_ROOT, 'clone', '-q', '--no-local', WORKSPACE_ROOT, path.join(unfinished, checkout));
  const install = `apt-get update -q && apt-get install -y -q --no-install-recommends ${packages.join(' ')}`;
  for (const command of [install, `cd ${checkout} && npx -y pnpm@12 install --frozen-lockfile`])
    run('systemd-nspawn', ...INSIDE, '-D', unfinished, 'sh', '-c', command);
  renameSync(unfinished, folder);
  return folder;
}
const INSIDE = [
  ...['-q', '--register=no', '--keep-unit', '--pipe', '--resolv-conf=copy-host'],
  `--setenv=NODE_EXTRA_CA_CERTS=/${TRUSTED}`,
];

/** A machine that boots, empty but for SSH. */
export interface BootedMachine {
  name: string;
  address: string;
  /** A command as root. @returns what it prints. @throws Error with what it said when it fails. */
  ssh(command: string): Promise<string>;
  /** Ends at once, as without power. */
  die(): Promise<void>;
  /** Boots again, with what it has on its disk. */
  boot(): Promise<void>;
  /** Another machine takes its place: empty, with the same name and address. */
  replace(): Promise<void>;
  close(): Promise<void>;
}

interface MachineOptions {
  name: string;
  address: string;
  /** Of a Debian 13. The machine changes none of them: what it writes lies over them. */
  files: string;
  folder: string;
  key: string;
  /** A folder that the machine reads as /srv/rehearsal. */
  shared: string;
  /** Ports of the machine's loopback address, with the ports of this machine that they lead to. */
  forwards: Readonly<Record<number, number>>;
  /** Names that the machine knows, with their addresses. */
  hosts: readonly string[];
  /** A certificate that it trusts. */
  authority: string;
}

/** Options of `ssh`, as one text. */
export const sshOptions = ({ key, folder }: Pick<MachineOptions, 'key' | 'folder'>) =>
  `-i ${key} -o UserKnownHostsFile=${folder}/known-hosts -o StrictHostKeyChecking=accept-new -o ConnectTimeout=5`;

/** Boots a copy of such files. */
export async function bootMachine(options: MachineOptions): Promise<BootedMachine> {
  const { name, address, folder, shared, forwards } = options;
  const root = path.join(folder, 'machines', name);
  const ssh = (command: string) =>
    runMeanwhile('ssh', '-n', ...sshOptions(options).split(' '), `root@${address}`, command);
  let running: ChildProcess | undefined;
  let tunnel: ChildProcess | undefined;
  const end = async (how: () => void) => {
    tunnel?.kill();
    const ended = running;
    if (ended === undefined || ended.exitCode !== null) return;
    const exit = new Promise<void>((resolve) => ended.once('exit', () => resolve()));
    how();
    await Promise.race([exit, wait(20_000)]);
    ended.kill('SIGKILL');
  };
  const boot = async () => {
    running = spawn(
      'systemd-nspawn',
      [
        ...['-q', '--register=no', '--keep-unit', '-D', root, '-b', '-M', name, `--network-bridge=${BRIDGE}`],
        ...['--resolv-conf=off', `--bind-ro=${shared}:/srv/rehearsal`, '--console=pipe'],
      ],
      { stdio: 'ignore', detached: true },
    );
    await until(() => ssh('true'));
    const ports = Object.entries(forwards).flatMap(([there, here]) => [
      '-R',
      `127.0.0.1:${there}:127.0.0.1:${here}`,
    ]);
    tunnel = spawn('ssh', ['-N', ...sshOptions(options).split(' '), ...ports, `root@${address}`], {
      stdio: 'ignore',
    });
  };
  const machine: BootedMachine = {
    name,
    address,
    ssh,
    boot,
    die: () =>
      end(
        () =>
          void spawn('ssh', [...sshOptions(options).split(' '), `root@${address}`, POWER_OFF], {
            stdio: 'ignore',
          }),
      ),
    replace: async () => {
      removeFiles(root);
      putFiles(root, options);
      await boot();
    },
    close: async () => {
      await end(() => running?.kill('SIGTERM'));
      removeFiles(root);
    },
  };
  putFiles(root, options);
  try {
    await boot();
  } catch (error) {
    await machine.close();
    throw error;
  }
  return machine;
}

/** It stops no service, and writes nothing more. */
const POWER_OFF = 'systemctl poweroff --force --force';

function removeFiles(root: string): void {
  // A program that was killed may still end.
  run('umount', '--lazy', root);
  for (const part of [root, ...layersOf(root)]) rmSync(part, { recursive: true });
}
const layersOf = (root: string) => [`${root}.written`, `${root}.work`] as const;

function putFiles(root: string, { name, address, files, key, hosts, authority }: MachineOptions): void {
  const [written, work] = layersOf(root);
  for (const part of [root, written, work]) mkdirSync(part, { recursive: true });
  run(
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${files},upperdir=${written},workdir=${work}`,
    root,
  );
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  put('etc/hostname', `${name}\n`);
  put('etc/hosts', `127.0.0.1 localhost ${name}\n${hosts.join('\n')}\n`);
  put(
    'etc/systemd/network/80-container-host0.network',
    `[Match]\nName=host0\n[Network]\nAddress=${address}/16\n`,
  );
  symlinkSync(
    '/usr/lib/systemd/system/systemd-networkd.service',
    path.join(root, 'etc/systemd/system/multi-user.target.wants/systemd-networkd.service'),
  );
  mkdirSync(path.join(root, 'root/.ssh'), { mode: 0o700, recursive: true });
  cpSync(`${key}.pub`, path.join(root, 'root/.ssh/authorized_keys'));
  put('etc/apt/apt.conf.d/proxy', `Acquire::http::Proxy "http://${HERE}:${PROXY_PORT}";\n`);
  appendFileSync(path.join(root, TRUSTED), readFileSync(authority));
  put(
    'etc/systemd/system/corvane-.service.d/authority.conf',
    `[Service]\nEnvironment=NODE_EXTRA_CA_CERTS=/${TRUSTED} DENO_TLS_CA_STORE=system\n`,
  );
  // The fixture-in for PostgREST is JavaScript: V8 protects its code with keys of the processor.
  put('etc/systemd/system/corvane-rest.service.d/stand-in.conf', '[Service]\nSystemCallFilter=@pkey\n');
  // A disk of its own, which can be full.
  put('etc/fstab', 'tmpfs /var/lib/postgresql tmpfs size=2G,mode=755 0 0\n');
}

/** Where a machine finds the forward proxy on this one, and services on its loopback address. */
export const PROXY_PORT = 3128;
export const MAIL_THERE = 2525;
export const BUCKET_THERE = 9000;

/** Tries until it does not fail. */
async function until(work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new UserError(`The machine does not answer: ${String(error)}`);
      await wait(300);
    }
  }
}
