import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatTable } from '../../command/format-table.ts';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { runNginx } from '../../machine/run-nginx.ts';
import { onFreePorts } from '../../process/free-ports.ts';
import { median } from '../samples.ts';
import { openBenchSite } from '../web/sites/bench-site.ts';

/** One run of `wrk`. */
interface Load {
  perSecond: number;
  p99Ms: number;
}

const CONNECTIONS = 32;
const SECONDS = 5;

/** What nginx sends by itself. */
const OWN_HEADERS = ['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive', 'server'];

/**
 * Measures requests of the home page and of a script, in turn from two nginx. One has the shipped configuration. The
 * other is plain and has the same bytes as bare files. To start it: `run bench edge`, or `run bench edge --rounds 3`.
 * It needs `wrk` (Debian: wrk). The plain nginx sends the same headers. Within one machine, a segment has 64 kB. A
 * response slightly larger than a segment waits up to 40 ms for the receiver's acknowledgment more often: without the
 * headers, this is what is measured.
 */
runCommand(async () => {
  const { values } = readArguments({ options: { rounds: { type: 'string', default: '5' } } });
  const bench = await openBenchSite();
  const served = await bench.serve();
  const full = served.origins['http/1.1'];
  const script = await scriptOf(full);
  const files = [
    { name: 'home page', address: '/', file: 'current/lanes/00/index.html.br' },
    { name: 'script', address: script, file: `${script.slice(1)}.br` },
  ];
  const bare = await serveBareFiles(
    bench.site.siteRoot,
    await Promise.all(
      files.map(async ({ address, file }) => ({ file, headers: await headersOf(full + address) })),
    ),
  );
  try {
    const rows = [['', 'requests/s', 'bare', 'ratio (0.90)', 'p99 ms', 'bare', 'ratio (1.50)']];
    for (const { name, address, file } of files) {
      const ours: Load[] = [];
      const theirs: Load[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1) {
        ours.push(await load(full + address));
        theirs.push(await load(`${bare.origin}/${file}`));
      }
      const of = (loads: Load[], figure: keyof Load) => median(loads.map((one) => one[figure]));
      rows.push([
        name,
        of(ours, 'perSecond').toFixed(0),
        of(theirs, 'perSecond').toFixed(0),
        (of(ours, 'perSecond') / of(theirs, 'perSecond')).toFixed(2),
        of(ours, 'p99Ms').toFixed(2),
        of(theirs, 'p99Ms').toFixed(2),
        (of(ours, 'p99Ms') / of(theirs, 'p99Ms')).toFixed(2),
      ]);
    }
    console.log(`\n${formatTable(rows, 1)}`);
  } finally {
    await bare.close();
    await served.close();
    await bench.close();
  }
});

/** The largest script of the home page. */
async function scriptOf(origin: string): Promise<string> {
  const html = await (await fetch(origin)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1];
  if (script === undefined) throw new Error('The home page has no script');
  return script;
}

async function headersOf(url: string): Promise<[string, string][]> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  await response.arrayBuffer();
  return [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name));
}

interface BareFile {
  /** Path in the document root. */
  file: string;
  headers: readonly [string, string][];
}

interface BareEdge {
  origin: string;
  close(): Promise<void>;
}

/** Files as they are, with these headers and nginx's own defaults: an access log, and nothing else. */
function serveBareFiles(root: string, files: readonly BareFile[]): Promise<BareEdge> {
  return onFreePorts(1, (port = 0) => serveBareFilesOn(port, root, files));
}

async function serveBareFilesOn(port: number, root: string, files: readonly BareFile[]): Promise<BareEdge> {
  const prefix = await mkdtemp(path.join(tmpdir(), 'corvane-bare-nginx-'));
  await mkdir(path.join(prefix, 'temp'));
  await symlink(root, path.join(prefix, 'site'));
  const locations = files.map(({ file, headers }) => {
    const lines = headers.map(([name, value]) => `add_header ${name} "${value}";`);
    return `location = /${file} { ${lines.join(' ')} }`;
  });
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    path.join(prefix, 'nginx.conf'),
    `worker_processes 2;
pid run/nginx.pid;
events { worker_connections 4096; }
http {
  ${temps.map((name) => `${name}_temp_path temp/${name};`).join('\n  ')}
  access_log access.log;
  sendfile on;
  tcp_nopush on;
  server { listen 127.0.0.1:${port}; root site; ${locations.join(' ')} }
}
`,
  );
  const stop = await runNginx(prefix, port);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await stop();
      await rm(prefix, { recursive: true, force: true });
    },
  };
}

async function load(url: string): Promise<Load> {
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${SECONDS}s`,
    '--latency',
    ...['-H', 'Accept-Encoding: br'],
    url,
  ]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under load:\n${stdout}`);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return { perSecond, p99Ms: Number(p99) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'] };
}
