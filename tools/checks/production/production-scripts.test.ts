// @module-tag deep
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
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
import { SITE_HOST, standOfEachTest } from './production-stand.ts';
import { putCertificate } from './put-certificate.ts';

/*
 * The scripts that docs/several-machines.md names, with what an operator may get wrong. `run rehearse` runs them as they should be
 * run.
 */

const stand = standOfEachTest();
const { at, script, filesOf } = stand;

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
      lines: ['error: not set: SMTP_HOST. Paste the settings of docs/several-machines.md first.'],
    });
    expect(configured()).toEqual({});
  });
});

/** A program of this name that notes its words, and ends with this status. */
function putProgram(name: string, status: number): void {
  mkdirSync(at('programs'), { recursive: true });
  const text = `#!/bin/sh\necho "${name} $*" >> ${at('said')}\nexit ${status}\n`;
  writeFileSync(at(`programs/${name}`), text, { mode: 0o755 });
  stand.settings.PATH = `${at('programs')}:${process.env.PATH}`;
}
const said = () => (existsSync(at('said')) ? readFileSync(at('said'), 'utf8').trim().split('\n') : []);

describe('what a version with a process for each function left', () => {
  beforeEach(() => {
    expect(script('configure-backend.sh').status).toBe(0);
    mkdirSync(at('etc/function-ports'));
    for (const name of ['sign-in-rep', 'sign-out'])
      writeFileSync(at(`etc/function-ports/${name}.env`), 'DENO_SERVE_ADDRESS=tcp:127.0.0.1:54400\n');
  });

  test('is stopped, disabled and removed, once', () => {
    putProgram('systemctl', 0);
    expect(script('configure-backend.sh')).toEqual({ status: 0, lines: [''] });
    const stopped = ['sign-in-rep', 'sign-out'].map(
      (name) => `systemctl disable --now corvane-function@${name}.service`,
    );
    expect(said()).toEqual(stopped);
    expect(existsSync(at('etc/function-ports'))).toBe(false);
    expect(script('configure-backend.sh').status).toBe(0);
    expect(said()).toEqual(stopped);
  });

  test.each<[string, string, number, string[]]>([
    ['a secret is weak', 'weak', 0, []],
    [
      'a unit does not stop',
      createRandomSecret(),
      1,
      ['systemctl disable --now corvane-function@sign-in-rep.service'],
    ],
  ])('stays while %s, and nothing changes', (_case, secret, status, expected) => {
    putProgram('systemctl', status);
    writeFileSync(at('keys/edge-secret'), secret);
    const before = [filesOf('etc'), filesOf('gateway')];
    expect(script('configure-backend.sh').status).toBe(1);
    expect(said()).toEqual(expected);
    expect([filesOf('etc'), filesOf('gateway')]).toEqual(before);
  });
});

describe('a restart of the functions', () => {
  const restart = (port: number) => `systemctl restart corvane-functions@${port}.service`;

  test('waits for an answer of each process before it turns to the next', () => {
    for (const name of ['systemctl', 'curl']) putProgram(name, 0);
    expect(script('restart-functions.sh')).toEqual({ status: 0, lines: [''] });
    const asked = (port: number) => `curl -s -o /dev/null --max-time 2 http://127.0.0.1:${port}/`;
    expect(said()).toEqual([restart(54_400), asked(54_400), restart(54_401), asked(54_401)]);
  });

  test('ends at a process that does not answer, so that the other one serves', () => {
    putProgram('systemctl', 0);
    putProgram('sleep', 0);
    putProgram('curl', 7);
    expect(script('restart-functions.sh')).toEqual({
      status: 1,
      lines: [
        'error: the functions do not answer on port 54400. journalctl -u corvane-functions@54400 says why',
      ],
    });
    expect(said().filter((line) => line.startsWith('systemctl'))).toEqual([restart(54_400)]);
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
