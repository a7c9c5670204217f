import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { createRestApi } from '../../stack/backend/api/rest-api.ts';
import { openDatabase } from '../../stack/backend/engine/database.ts';

/*
 * Stands in for PostgREST where its program is missing: reads the same file, signs in as the same role, takes the same
 * tokens, and answers at the same paths. What answers is the API of the local stack. Run as `postgrest rest.conf`.
 */

type Key = Awaited<ReturnType<typeof importJWK>>;

/**
 * The claims of a token that one of the keys signed, and that has not ended. Null for any other. A secret checks no token
 * of a key, nor the other way round.
 */
async function claimsOf(token: string, keys: readonly Key[]): Promise<JWTPayload | null> {
  for (const key of keys) {
    const claims = await jwtVerify(token, key).then(
      ({ payload }) => payload,
      () => null,
    );
    if (claims !== null) return claims;
  }
  return null;
}

function readConfiguration(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([\w-]+) = "?(.*?)"?$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value] as const];
    }),
  );
}

function readKeys(setting: string): Promise<Key[]> {
  const { keys } = JSON.parse(readFileSync(setting.replace(/^@/, ''), 'utf8')) as { keys: JWK[] };
  return Promise.all(keys.map((key) => importJWK(key, key.kty === 'oct' ? 'HS256' : 'ES256')));
}

runCommand(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new UserError('Which configuration? postgrest rest.conf');
  const configuration = readConfiguration(file);
  const setting = (name: string) => {
    const value = configuration.get(name);
    if (value === undefined) throw new UserError(`${file} has no ${name}`);
    return value;
  };
  let keys = await readKeys(setting('jwt-secret'));
  process.on('SIGUSR2', async () => {
    keys = await readKeys(setting('jwt-secret'));
  });
  // Of the stand-in alone. They never leave it.
  const secret = () => randomBytes(32).toString('base64url');
  const secrets = { jwtSecret: secret(), publishableKey: secret(), secretKey: secret() };
  const rest = createRestApi(await openDatabase(setting('db-uri')), secrets);

  /** As the API library wants to be asked. Null for a token that is void. */
  async function headersFor(authorization: string | undefined): Promise<Record<string, string> | null> {
    if (authorization === undefined) return { apikey: secrets.publishableKey };
    const claims = await claimsOf(authorization.replace(/^Bearer /, ''), keys);
    if (claims === null) return null;
    if (claims.role === 'service_role') return { apikey: secrets.secretKey };
    const own = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
    const token = await own.sign(new TextEncoder().encode(secrets.jwtSecret));
    return { apikey: secrets.publishableKey, authorization: `Bearer ${token}` };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = await headersFor(request.headers.authorization);
    if (headers === null) {
      response.writeHead(401, { 'content-type': 'application/json' });
      return response.end('{"code":"PGRST301","message":"JWSError JWSInvalidSignature"}');
    }
    const passed = ['content-type', 'accept', 'prefer', 'range', 'user-agent', 'x-forwarded-for'];
    for (const name of passed) {
      const value = request.headers[name];
      if (value !== undefined) headers[name] = String(value);
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const answer = await rest(
      new Request(`http://rest/rest/v1${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.keepAliveTimeout = 75_000;
  server.listen(Number(setting('server-port')), setting('server-host'), () => console.log('Listening'));
});
