// @module-tag deep
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../supabase/functions/api/environment.ts';
import { createRandomSecret } from '../../../supabase/functions/api/secrets/random-secret.ts';
import { makeProductionStand, type ProductionStand, SITE_HOST } from './production-stand.ts';
import { putCertificate } from './put-certificate.ts';

/*
 * The scripts that docs/production.md names, with what an operator may get wrong. `run rehearse` runs them as they should be
 * run.
 */

let stand: ProductionStand;
beforeEach(() => {
  stand = makeProductionStand();
});

const at = (name: string) => stand.at(name);
const script = (name: string, ...args: string[]) => stand.script(name, ...args);
const filesOf = (folder: string) => stand.filesOf(folder);

describe('the configuration of the backend', () => {
  const configured = () => ({ ...filesOf('etc'), ...filesOf('gateway') });

  test('is written with good secrets, and the same again', () => {
    expect(script('configure-backend.sh')).toEqual({ status: 0, lines: [''] });
    const first = configured();
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['functions.env', 'rest.conf', 'settings.conf']),
    );
    expect(script('configure-backend.sh').status).toBe(0);
    expect(configured()).toEqual(first);
  });

  test.each<[string, string, string | null, RegExp]>([
    ['a missing secret', 'sales-id-pepper', null, /sales-id-pepper is missing or empty$/],
    ['no key for the pages', 'publishable-key', null, /publishable-key is missing or empty$/],
    ['an empty secret', 'edge-secret', '', /edge-secret is missing or empty$/],
    ['a short secret', 'edge-secret', 'weak', /EDGE_SECRET must have 32 characters or more/],
    ['a secret that varies little', 'sales-id-pepper', 'ab'.repeat(20), /SALES_ID_PEPPER must vary more/],
    [
      'the placeholder of the page',
      'smtp-password',
      'what-the-mail-server-gave-you',
      /SMTP_PASSWORD is a placeholder/,
    ],
    ['a password that a unit cannot read', 'smtp-password', "it's", /smtp-password has a single quote/],
    [
      'a key of Resend that a unit cannot read',
      'resend-api-key',
      "it's",
      /resend-api-key has a single quote/,
    ],
    [
      'a key for sessions that is none',
      'session-jwt-key',
      '{"kty":',
      /session-jwt-key has a line that is no key/,
    ],
    [
      'a weak key for sessions',
      'session-jwt-key',
      '{"kty":"oct"}',
      /SESSION_JWT_KEY is not a private ES256 key/,
    ],
  ])('with %s, one line says so and nothing changes', (_case, name, text, line) => {
    expect(script('configure-backend.sh').status).toBe(0);
    const before = configured();
    // Another secret has changed as well: half of a rotation would be worse than none.
    writeFileSync(at('keys/secret-key'), createRandomSecret());
    writeFileSync(at(`keys/${name}`), text ?? '');
    const { status, lines } = script('configure-backend.sh');
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^error: /)]);
    expect(lines[0]).toMatch(line);
    if (text) expect(lines[0]).not.toContain(text);
    expect(configured()).toEqual(before);
  });

  test('a password of the mail server arrives as it is', () => {
    writeFileSync(at('keys/smtp-password'), 'a "b" \\c $d #e\n');
    expect(script('configure-backend.sh').status).toBe(0);
    // What stands between single quotes means nothing to systemd.
    expect(filesOf('etc')['functions.env']).toContain(`\nSMTP_PASSWORD='a "b" \\c $d #e'\n`);
  });

  test('with a key for sessions, the functions get the newest, and the API the public halves of all beside the secret', () => {
    expect(script('secret.sh', 'make', 'session-jwt-key', 'es256').status).toBe(0);
    expect(script('secret.sh', 'renew', 'session-jwt-key', 'es256').status).toBe(0);
    const keys = readFileSync(at('keys/session-jwt-key'), 'utf8').trim().split('\n');
    expect(keys).toHaveLength(2);
    expect(script('configure-backend.sh')).toEqual({ status: 0, lines: [''] });
    const { 'functions.env': functionsEnv = '', 'rest-keys.json': restKeys = '' } = filesOf('etc');
    expect(parseEnv(functionsEnv).SESSION_JWT_KEY).toBe(keys[0]);
    expect(() => readEnvironment(parseEnv(functionsEnv))).not.toThrow();
    const { keys: taken } = JSON.parse(restKeys) as { keys: Record<string, string>[] };
    const [first, second] = keys.map((key) => JSON.parse(key) as Record<string, string>);
    expect(taken.map(({ kty, kid, x }) => [kty, kid, x])).toEqual([
      ['oct', undefined, undefined],
      ['EC', first?.kid, first?.x],
      ['EC', second?.kid, second?.x],
    ]);
    for (const { d } of [first, second] as Record<string, string>[]) expect(restKeys).not.toContain(d);
  });

  test('with a key of Resend, mail goes through Resend, and without it through SMTP again', () => {
    stand.settings.RESEND_API_KEY = 're_x1y2z3';
    expect(script('secret.sh', 'take', 'resend-api-key', 'RESEND_API_KEY').status).toBe(0);
    expect(script('configure-backend.sh')).toEqual({ status: 0, lines: [''] });
    const variables = () => parseEnv(filesOf('etc')['functions.env'] ?? '');
    expect(variables()).toMatchObject({ MAIL_TRANSPORT: 'resend', RESEND_API_KEY: 're_x1y2z3' });
    expect(variables()).not.toHaveProperty('SMTP_PASSWORD');
    rmSync(at('keys/resend-api-key'));
    expect(script('configure-backend.sh').status).toBe(0);
    expect(variables()).toMatchObject({ MAIL_TRANSPORT: 'smtp' });
    expect(variables()).not.toHaveProperty('RESEND_API_KEY');
  });

  test('without settings, one line names those that are missing', () => {
    delete stand.settings.SMTP_HOST;
    expect(script('configure-backend.sh')).toEqual({
      status: 1,
      lines: ['error: not set: SMTP_HOST. Paste the settings of docs/production.md first.'],
    });
    expect(configured()).toEqual({});
  });
});

describe('the port of a function', () => {
  const folder = 'etc/function-ports';
  const address = (port: number) => `DENO_SERVE_ADDRESS=tcp:127.0.0.1:${port}\n`;
  /** What the gateway sends calls to, as the files of the functions would have it. */
  const mapped = () =>
    Object.fromEntries(
      [
        ...(filesOf('gateway')['settings.conf'] ?? '').matchAll(
          /^upstream function-([a-z0-9-]+) \{\n {4}server 127\.0\.0\.1:(544\d\d);$/gm,
        ),
      ].map(([, name, port]) => [`${name}.env`, address(Number(port))]),
    );

  /** A systemctl that notes its words, and ends with this status. */
  function putSystemctl(status: number): void {
    mkdirSync(at('programs'));
    const text = `#!/bin/sh\necho "$*" >> ${at('systemctl.log')}\nexit ${status}\n`;
    writeFileSync(at('programs/systemctl'), text, { mode: 0o755 });
    stand.settings.PATH = `${at('programs')}:${process.env.PATH}`;
  }

  /** The files of a version that had a function `gone` in place of `edit-customer`. */
  function putEarlierVersion(): Record<string, string> {
    expect(script('configure-backend.sh').status).toBe(0);
    const files = filesOf(folder);
    renameSync(at(`${folder}/edit-customer.env`), at(`${folder}/gone.env`));
    return files;
  }

  test('stays when another function is new, and the gateway has the same', () => {
    expect(script('configure-backend.sh').status).toBe(0);
    // Without this one, those behind it in the alphabet had other ports.
    rmSync(at(`${folder}/edit-customer.env`));
    const names = Object.keys(filesOf(folder)).sort();
    const earlier = Object.fromEntries(names.map((name, place) => [name, address(54_400 + place)]));
    for (const [name, text] of Object.entries(earlier)) writeFileSync(at(`${folder}/${name}`), text);
    expect(script('configure-backend.sh').status).toBe(0);
    expect(filesOf(folder)).toEqual({ ...earlier, 'edit-customer.env': address(54_400 + names.length) });
    expect(mapped()).toEqual(filesOf(folder));
  });

  test('is free again when its function is gone, whose unit is stopped and disabled', () => {
    const files = putEarlierVersion();
    putSystemctl(0);
    expect(script('configure-backend.sh')).toEqual({ status: 0, lines: [''] });
    expect(readFileSync(at('systemctl.log'), 'utf8')).toBe('disable --now corvane-function@gone.service\n');
    expect(filesOf(folder)).toEqual(files);
    expect(mapped()).toEqual(files);
  });

  test('stays taken while the unit of a gone function does not stop, and nothing changes', () => {
    putEarlierVersion();
    putSystemctl(1);
    writeFileSync(at('keys/secret-key'), createRandomSecret());
    const before = [filesOf('etc'), filesOf('gateway')];
    expect(script('configure-backend.sh').status).toBe(1);
    expect([filesOf('etc'), filesOf('gateway')]).toEqual(before);
  });
});

/*
 * A service could write in the folder that held its own. It put a link to /etc in the place of one of them. At the
 * next update, root gave /etc to the service.
 */
describe('a link that a service put in the place of a folder', () => {
  const ofVictim = () => {
    const { mode, uid, gid } = statSync(at('victim'));
    return { mode, uid, gid, files: filesOf('victim') };
  };
  const configureArchive = () => {
    mkdirSync(at('carry/archive'), { recursive: true });
    for (const name of ['database-archive-password', 'database-backup-password', 'backup-recipient'])
      writeFileSync(at(`carry/archive/${name}`), `of-${name}\n`);
    return script('configure-archive.sh');
  };
  const configureWeb = async () => {
    await putCertificate(at('tls'), SITE_HOST);
    return script('configure-web.sh');
  };
  const configureBackend = () => script('configure-backend.sh');

  test.each<[string, () => ReturnType<typeof script> | Promise<ReturnType<typeof script>>]>([
    ['archive/wal', configureArchive],
    ['archive/base', configureArchive],
    ['srv/edge/nginx', configureWeb],
    ['srv/edge/run', configureWeb],
    ['gateway/run', configureBackend],
  ])('%s is refused in one line, and nothing behind it changes', async (link, configure) => {
    mkdirSync(at('victim'));
    chmodSync(at('victim'), 0o755);
    writeFileSync(at('victim/listen.conf'), 'of root\n');
    mkdirSync(path.dirname(at(link)), { recursive: true });
    symlinkSync(at('victim'), at(link));
    const before = ofVictim();
    const { status, lines } = await configure();
    expect(ofVictim()).toEqual(before);
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/ is a link to \S+victim, which no script of Corvane makes/),
    ]);
  });

  test.each<[string, () => ReturnType<typeof script> | Promise<ReturnType<typeof script>>]>([
    ['srv/edge/nginx.conf', configureWeb],
    ['srv/edge/nginx/listen.conf', configureWeb],
    ['srv/edge/nginx/headers.conf', configureWeb],
    ['gateway/nginx.conf', configureBackend],
    ['gateway/settings.conf', configureBackend],
  ])('or of a file, as %s, is replaced, and nothing behind it changes', async (link, configure) => {
    mkdirSync(at('victim'));
    mkdirSync(path.dirname(at(link)), { recursive: true });
    symlinkSync(at('victim'), at(link));
    const before = ofVictim();
    expect(await configure()).toEqual({ status: 0, lines: [''] });
    expect(ofVictim()).toEqual(before);
    expect(statSync(at(link)).isFile()).toBe(true);
  });

  test('cannot be put there again: a service writes in folders of its own alone', async () => {
    for (const folder of ['archive', 'srv/edge', 'gateway']) {
      mkdirSync(at(folder), { recursive: true });
      chmodSync(at(folder), 0o770);
    }
    for (const { status } of [configureArchive(), await configureWeb(), configureBackend()])
      expect(status).toBe(0);
    const rights = (name: string) => [statSync(at(name)).uid, statSync(at(name)).mode & 0o777];
    const root = process.getuid?.() ?? 0;
    for (const folder of ['archive', 'srv/edge', 'srv/edge/nginx', 'gateway'])
      expect([folder, ...rights(folder)]).toEqual([folder, root, 0o750]);
    for (const folder of ['srv/edge/run', 'gateway/run'])
      expect([folder, ...rights(folder)]).toEqual([folder, root, 0o770]);
    for (const folder of ['archive/wal', 'archive/base'])
      expect([folder, ...rights(folder)]).toEqual([folder, root, 0o700]);
  });
});
