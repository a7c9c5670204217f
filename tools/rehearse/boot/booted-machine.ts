import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';

/** The link between this machine and the booted one. No other machine is on it. */
const NETWORK = { here: '10.99.0.1', there: '10.99.0.2' };
/** Longest name of a link: 15 letters. */
const LINK = 've-corvane';
const CERTIFICATES = '/usr/local/share/ca-certificates';
const PATIENCE_MS = 60_000;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const links = () => readdirSync('/sys/class/net');

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

/** A machine that has booted, empty but for SSH. */
export interface BootedMachine {
  address: string;
  /** Where this machine is for it. */
  from: string;
  /** A command as root. @returns what it prints. @throws Error with what it said when it fails. */
  ssh(command: string): string;
  /** Options of `ssh`, as one text. */
  sshOptions: string;
  close(): Promise<void>;
}

/**
 * Boots a copy of such files.
 * @param forwards ports of the machine's loopback address, with the ports of this machine that they lead to
 * @param shared a folder that the machine reads as /srv/rehearsal
 */
export async function bootMachine(options: {
  files: string;
  folder: string;
  key: string;
  shared: string;
  forwards: Readonly<Record<number, number>>;
}): Promise<BootedMachine> {
  const { files, folder, key, shared, forwards } = options;
  if (links().includes(LINK))
    throw new UserError(
      `Another rehearsal has a machine at ${LINK}, or was killed. Then: ip link del ${LINK}`,
    );
  const root = path.join(folder, 'machine');
  run('cp', '-a', files, root);
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  put('etc/hostname', 'corvane\n');
  put('etc/hosts', '127.0.0.1 localhost corvane\n');
  put(
    'etc/systemd/network/80-container-host0.network',
    `[Match]\nName=host0\n[Network]\nAddress=${NETWORK.there}/24\n`,
  );
  symlinkSync(
    '/usr/lib/systemd/system/systemd-networkd.service',
    path.join(root, 'etc/systemd/system/multi-user.target.wants/systemd-networkd.service'),
  );
  mkdirSync(path.join(root, 'root/.ssh'), { mode: 0o700, recursive: true });
  cpSync(`${key}.pub`, path.join(root, 'root/.ssh/authorized_keys'));
  put('etc/apt/apt.conf.d/proxy', `Acquire::http::Proxy "http://${NETWORK.here}:${PROXY_PORT}";\n`);
  // The stand-in for PostgREST is JavaScript: V8 protects its code with keys of the processor.
  put('etc/systemd/system/corvane-rest.service.d/stand-in.conf', '[Service]\nSystemCallFilter=@pkey\n');
  const machine = spawn(
    'systemd-nspawn',
    [
      ...['-q', '--register=no', '--keep-unit', '-D', root, '-b', '--network-veth', '-M', LINK.slice(3)],
      ...['--resolv-conf=off', `--bind-ro=${shared}:/srv/rehearsal`, '--console=pipe'],
    ],
    { stdio: 'ignore', detached: true },
  );
  const known = path.join(folder, 'known-hosts');
  const sshOptions = `-i ${key} -o UserKnownHostsFile=${known} -o StrictHostKeyChecking=accept-new -o ConnectTimeout=5`;
  const ssh = (command: string) =>
    run('ssh', '-n', ...sshOptions.split(' '), `root@${NETWORK.there}`, command);
  let tunnel: ChildProcess | undefined;
  const close = async () => {
    tunnel?.kill();
    const ended = new Promise<void>((resolve) => machine.once('exit', () => resolve()));
    if (machine.exitCode === null) {
      machine.kill('SIGTERM');
      await Promise.race([ended, wait(20_000)]);
      machine.kill('SIGKILL');
    }
  };
  try {
    await until(() => links().includes(LINK));
    run('ip', 'addr', 'add', `${NETWORK.here}/24`, 'dev', LINK);
    run('ip', 'link', 'set', LINK, 'up');
    await until(() => ssh('true') === '');
    const ports = Object.entries(forwards).flatMap(([there, here]) => [
      '-R',
      `127.0.0.1:${there}:127.0.0.1:${here}`,
    ]);
    tunnel = spawn('ssh', ['-N', ...sshOptions.split(' '), ...ports, `root@${NETWORK.there}`], {
      stdio: 'ignore',
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { address: NETWORK.there, from: NETWORK.here, ssh, sshOptions, close };
}

/** Where the machine finds the forward proxy on this one, and the mail server on its loopback address. */
export const PROXY_PORT = 3128;
export const MAIL_THERE = 2525;

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let reason: unknown = 'it did not boot';
  while (Date.now() < deadline) {
    try {
      if (isSo()) return;
    } catch (error) {
      reason = error;
    }
    await wait(300);
  }
  throw new UserError(`The machine does not answer: ${String(reason)}`);
}
