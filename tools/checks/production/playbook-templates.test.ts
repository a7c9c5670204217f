// @module-tag deep
import { generateKeyPairSync } from 'node:crypto';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../../supabase/functions/api/environment.ts';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { FIVE_MACHINES, renderTemplates, SECRETS } from './render-templates.ts';

const FUNCTIONS = 'backend/templates/functions.env.j2';
const KEYS = 'backend/templates/rest-keys.json.j2';

function privateKey(kid: string): string {
  const { kty, crv, x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  return JSON.stringify({ kty, kid, alg: 'ES256', crv, x, y, d });
}

describeNeeding('ansible', 'the templates of the playbook', () => {
  test('give the functions variables with which they start, and a password as it is', () => {
    const smtp_password = ['a "b" \\c $d #e'];
    const { 'functions.env': text = '' } = renderTemplates([FUNCTIONS], { secrets: { smtp_password } });
    expect(() => readEnvironment(parseEnv(text))).not.toThrow();
    // What stands between single quotes means nothing to systemd.
    expect(text).toContain(`\nSMTP_PASSWORD='a "b" \\c $d #e'\n`);
    expect(parseEnv(text)).toMatchObject({
      MAIL_TRANSPORT: 'smtp',
      SESSION_JWT_SECRET: SECRETS.session_jwt_secret?.[0],
    });
  });

  test('send mail through Resend when there is a key of it', () => {
    const { 'functions.env': text = '' } = renderTemplates([FUNCTIONS], {
      secrets: { resend_api_key: ['re_x1y2z3'] },
    });
    expect(parseEnv(text)).toMatchObject({ MAIL_TRANSPORT: 'resend', RESEND_API_KEY: 're_x1y2z3' });
    expect(parseEnv(text)).not.toHaveProperty('SMTP_PASSWORD');
  });

  test('give the functions the newest key for sessions, and the API the public halves of all beside the secrets', () => {
    const session_jwt_key = [privateKey('new'), privateKey('old')];
    const session_jwt_secret = [...(SECRETS.session_jwt_secret ?? []), 'older'.repeat(10)];
    const rendered = renderTemplates([FUNCTIONS, KEYS], { secrets: { session_jwt_key, session_jwt_secret } });
    const functionsEnv = parseEnv(rendered['functions.env'] ?? '');
    expect(functionsEnv.SESSION_JWT_KEY).toBe(session_jwt_key[0]);
    expect(() => readEnvironment(functionsEnv)).not.toThrow();
    const { keys } = JSON.parse(rendered['rest-keys.json'] ?? '') as { keys: Record<string, string>[] };
    expect(keys.map(({ kty, kid, k }) => kid ?? [kty, Buffer.from(k ?? '', 'base64url').toString()])).toEqual(
      [...session_jwt_secret.map((secret) => ['oct', secret]), ...['new', 'old']],
    );
    for (const key of session_jwt_key)
      expect(rendered['rest-keys.json']).not.toContain((JSON.parse(key) as { d: string }).d);
  });

  const ADDRESSED = [
    ...['backend/templates/rest.conf.j2', 'backend/templates/listen.conf.j2'],
    ...['database/templates/postgresql.conf.j2', 'jobs/templates/operator.env.j2'],
  ];

  test('let programs of one machine find each other on it', () => {
    const rendered = renderTemplates(ADDRESSED, { manager_email: "mary.o'brien@corvane.example" });
    expect(rendered['rest.conf']).toContain('@127.0.0.1:5432/corvane');
    expect(rendered['listen.conf']).toBe('listen 127.0.0.1:54321;\nallow 127.0.0.1;\ndeny all;\n');
    expect(rendered['postgresql.conf']).toContain("listen_addresses = '127.0.0.1'");
    expect(parseEnv(rendered['operator.env'] ?? '')).toMatchObject({
      DOCTOR_OPTIONS:
        '--note --disk /srv --disk /var/lib/postgresql --functions-env /etc/corvane/functions.env',
      DOCTOR_TELL: "mary.o'brien@corvane.example",
    });
  });

  test('let programs of several machines find each other by the private network, and only those that must', () => {
    const rendered = renderTemplates(ADDRESSED, {}, FIVE_MACHINES);
    expect(rendered['rest.conf']).toContain('@10.0.0.1:5432/corvane');
    expect(rendered['listen.conf']).toBe(
      'listen 10.0.0.2:54321;\nallow 10.0.0.3;\nallow 10.0.0.4;\nallow 10.0.0.2;\ndeny all;\n',
    );
    expect(rendered['postgresql.conf']).toContain("listen_addresses = '127.0.0.1,10.0.0.1'");
    expect(parseEnv(rendered['operator.env'] ?? '')).toMatchObject({
      SUPABASE_URL: 'http://10.0.0.2:54321',
      WEB_ADDRESSES: '192.0.2.1:443 192.0.2.1:443',
      DOCTOR_OPTIONS: '--note --disk /srv --functions-env /etc/corvane/functions.env',
      DOCTOR_TELL: 'mary@corvane.example',
    });
  });

  test('lead the jobs to a hosted project, which has the backend and the database', () => {
    const { jobs = {}, web = {} } = FIVE_MACHINES;
    const values = { hosted_project: 'project' };
    const rendered = renderTemplates(['jobs/templates/operator.env.j2'], values, { jobs, web });
    expect(parseEnv(rendered['operator.env'] ?? '')).toMatchObject({
      SUPABASE_URL: 'https://project.supabase.co',
      DOCTOR_OPTIONS: '--note --disk /srv',
      DOCTOR_TELL: '',
    });
  });

  test('give each unit its own credential of the bucket', () => {
    const bucket = {
      release_destination: 's3://site/production',
      s3_endpoint: 'https://s3.example',
      aws_region: 'x',
    };
    const template = ['settings/templates/releases.env.j2'];
    const credential = 'id:secret:with/colons';
    const rendered = renderTemplates(template, { ...bucket, credential });
    expect(parseEnv(rendered['releases.env'] ?? '')).toEqual({
      ...{ RELEASE_DESTINATION: 's3://site/production', S3_ENDPOINT: 'https://s3.example', AWS_REGION: 'x' },
      ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret:with/colons' },
    });
    expect(renderTemplates(template)['releases.env']).toBe('RELEASE_DESTINATION=/srv/corvane/site\n');
  });
});
