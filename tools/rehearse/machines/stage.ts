import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import {
  type BucketServer,
  type Credential,
  startBucketServer,
} from '../../../release/store/bucket/bucket-for-tests.ts';
import { freePorts } from '../../process/free-ports.ts';
import { type MailCatcher, startMailCatcher } from '../../stack/backend/mail/mail-catcher.ts';
import { type CertificateAuthority, makeAuthority } from '../stand-ins/certificate-authority.ts';
import { type PlayedResend, playResend } from '../stand-ins/played-resend.ts';
import { SITE_HOST } from '../visitors/visitor.ts';
import { type DatabaseCluster, makeCluster } from './database-cluster.ts';
import { type Machine, makeFolders, type Role, settingsOf } from './machines.ts';
import { UnitRunner } from './unit-runner.ts';

export { SITE_HOST };

const MACHINES: readonly [name: string, role: Role, address: string][] = [
  ['backend', 'backend', '127.0.0.1'],
  ['web-1', 'web', '127.0.0.2'],
  ['web-2', 'web', '127.0.0.3'],
  ['archive', 'archive', '127.0.0.1'],
  ['operator', 'operator', '127.0.0.1'],
];

/** Everything that a rehearsal has of its own: folders for machines, and what the machines find around them. */
export interface Stage {
  root: string;
  siteUrl: string;
  httpsPort: number;
  machines: readonly Machine[];
  machine(name: string): Machine;
  units(name: string): UnitRunner;
  /** Addresses of the web machines, as the site's name has them. */
  webAddresses: readonly string[];
  cluster: DatabaseCluster;
  bucket: BucketServer;
  authority: CertificateAuthority;
  mail: MailCatcher;
  /** Passwords that the mail server takes. */
  mailPasswords: Set<string>;
  resend: PlayedResend;
  close(): Promise<void>;
}

export async function setStage(pageSettings: ReadonlyMap<string, string>): Promise<Stage> {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-rehearsal-'));
  // nginx's workers and PostgreSQL are other users.
  await chmod(root, 0o755);
  const [clusterPort = 0, httpsPort = 0, gatewayPort = 0, restPort = 0, ...functionPorts] =
    await freePorts(6);
  const cluster = makeCluster(path.join(root, 'postgresql'), clusterPort);
  cluster.control('start');
  const bucket = await startBucketServer();
  const authority = await makeAuthority(path.join(root, 'authority'));
  const mailPasswords = new Set([newPassword()]);
  const mail = await startMailCatcher(
    path.join(root, 'mail'),
    (user, password) => user === 'corvane' && mailPasswords.has(password),
  );
  const [webAddress = '', ...webAddresses] = MACHINES.flatMap(([, role, address]) =>
    role === 'web' ? [address] : [],
  );
  const resend = await playResend(
    authority,
    path.join(root, 'resend'),
    // The functions ask the site what is live.
    new Map([[`${SITE_HOST}:${httpsPort}`, { host: webAddress, port: httpsPort }]]),
  );
  const runners = new Map<string, UnitRunner>();
  const control = await startControl(runners, cluster);
  const siteUrl = `https://${SITE_HOST}:${httpsPort}`;
  const given: Record<string, string> = {
    SITE_HOST,
    SITE_URL: siteUrl,
    BACKEND_ADDRESS: '127.0.0.1',
    DATABASE_ADDRESS: '127.0.0.1',
    ARCHIVE_NETWORK: '127.0.0.1/32',
    GATEWAY_PORT: String(gatewayPort),
    REST_PORT: String(restPort),
    FUNCTION_PORTS: functionPorts.join(' '),
    PGPORT: String(cluster.port),
    // Where the tunnel of the operator would end.
    TUNNEL_PORT: String(cluster.port),
    POSTGRES_SOCKET: cluster.socket,
    POSTGRES_CONFIGURATION: cluster.configuration,
    POSTGRES_DATA: cluster.data,
    POSTGRES_USER: cluster.user,
    WEB_ADDRESSES: [webAddress, ...webAddresses].map((address) => `${address}:${httpsPort}`).join(' '),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    SMTP_USER: 'corvane',
    SMTP_PASSWORD: [...mailPasswords][0] ?? '',
    RELEASE_DESTINATION: 's3://site/production',
    S3_ENDPOINT: bucket.endpoint,
    AWS_REGION: 'us-east-1',
    ARCHIVE: path.join(root, 'archive/srv/archive'),
    BACKUPS: path.join(root, 'archive/srv/backups'),
    CARRY: path.join(root, 'carry'),
    ...Object.fromEntries(['JOBS', 'FUNCTIONS'].map((name) => [`${name}_USER`, userInfo().username])),
    ...Object.fromEntries(
      ['JOBS', 'REST', 'GATEWAY', 'EDGE'].map((name) => [`${name}_GROUP`, String(process.getgid?.() ?? 0)]),
    ),
  };
  // Beside those that this machine trusts already, such as a proxy's.
  const trusted = path.join(root, 'trusted.pem');
  const others = await Promise.all([process.env.NODE_EXTRA_CA_CERTS ?? '', authority.file].map(textOf));
  await writeFile(trusted, others.join('\n'));
  const programs = path.join(root, 'programs');
  await mkdir(programs);
  await writeFile(
    path.join(programs, 'systemctl'),
    `#!/bin/sh\nexec curl -sS --fail-with-body --max-time 600 --data-binary "$*" ${control.url}/$REHEARSED_MACHINE\n`,
    { mode: 0o755 },
  );
  const machines = MACHINES.map(([name, role, address]): Machine => {
    const machineRoot = path.join(root, name);
    const credential = bucketSettings(bucket.addCredential());
    const web = { HTTPS_LISTEN: `${address}:${httpsPort}`, HTTP_LISTEN: `${address}:${httpsPort + 1}` };
    return {
      name,
      role,
      root: machineRoot,
      settings: settingsOf(pageSettings, machineRoot, {
        ...given,
        ...credential,
        ...(role === 'web' ? web : {}),
      }),
      environment: {
        ...withoutPnpm(process.env),
        PATH: `${programs}:/usr/sbin:${process.env.PATH}`,
        REHEARSED_MACHINE: name,
        NODE_EXTRA_CA_CERTS: trusted,
      },
    };
  });
  const find = (name: string) => {
    const found = machines.find((machine) => machine.name === name);
    if (found === undefined) throw new Error(`There is no machine ${name}`);
    return found;
  };
  for (const machine of machines) {
    await makeFolders(machine);
    const outside = (unit: string) => (unit.startsWith('corvane-functions@') ? resend.environment : {});
    runners.set(machine.name, new UnitRunner(machine, outside));
    if (machine.role === 'web') await authority.issue(SITE_HOST, machine.settings.get('TLS') ?? '');
  }
  // Ctrl-C closes it, and the command that it interrupts does so as well.
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await Promise.all([...runners.values()].map((runner) => runner.close()));
    cluster.crash();
    control.server.closeAllConnections();
    control.server.close();
    await mail.close();
    resend.close();
    await bucket.close();
    if (process.env.KEEP_REHEARSAL === undefined) await rm(root, { recursive: true, force: true });
    else console.log(`kept: ${root}`);
  };
  return {
    root,
    siteUrl,
    httpsPort,
    machines,
    machine: find,
    units: (name) => runners.get(find(name).name) as UnitRunner,
    webAddresses: [webAddress, ...webAddresses],
    cluster,
    bucket,
    authority,
    mail,
    mailPasswords,
    resend,
    close: () => (closing ??= closeAll()),
  };
}

/** Units of the system itself. What they would change is this machine's kernel. */
const OF_THE_KERNEL = 'systemd-sysctl.service';

/** Takes the words of the machines' `systemctl`. */
async function startControl(
  runners: ReadonlyMap<string, UnitRunner>,
  cluster: DatabaseCluster,
): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const [verb = '', ...names] = text.split(' ').filter((word) => !word.startsWith('-'));
    try {
      if (names.includes('postgresql')) cluster.control(verb);
      else if (verb !== 'daemon-reload' && !names.includes(OF_THE_KERNEL))
        await runners.get(request.url?.slice(1) ?? '')?.control(verb, names);
      response.end();
    } catch (error) {
      response.statusCode = 500;
      response.end(`${(error as Error).message}\n`);
    }
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function textOf(file: string): Promise<string> {
  return file === '' ? Promise.resolve('') : readFile(file, 'utf8');
}

/** A credential of the bucket as the page's settings name it. */
export function bucketSettings({ accessKeyId, secretAccessKey }: Credential): Record<string, string> {
  return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** What pnpm sets for the script that it runs would confuse a pnpm inside it. */
function withoutPnpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(npm_(lifecycle|package|command|execpath|node)|PNPM_|INIT_CWD)/.test(name),
    ),
  );
}
