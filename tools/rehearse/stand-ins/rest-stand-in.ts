import {
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { createRestApi } from '../../stack/backend/api/rest-api.ts';
import { openDatabase } from '../../stack/backend/engine/database.ts';

/*
 * Stands in for PostgREST where its program is missing: reads the same file, signs in as the same role, takes the same
 * tokens, and answers at the same paths. What answers is the API of the local stack. Run as `postgrest rest.conf`.
 */

/** By the algorithm of the tokens that they check. */
interface Keys {
  HS256: readonly Buffer[];
  ES256: readonly KeyObject[];
}
interface Claims {
  role?: string;
  exp?: number;
}

/** The claims of a token that one of the keys signed, and that has not ended. Null for any other. */
function claimsOf(token: string, keys: Keys): Claims | null {
  const [head = '', body = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const text = Buffer.from(`${head}.${body}`);
  // A secret checks no token of a key, nor the other way round. The token's head does not change that.
  const isSigned =
    keys.HS256.some((key) => {
      const wanted = createHmac('sha256', key).update(text).digest();
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    }) || keys.ES256.some((key) => verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, given));
  if (!isSigned) return null;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  return claims.exp !== undefined && claims.exp * 1000 < Date.now() ? null : claims;
}

function signed(claims: Claims, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
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

function readKeys(setting: string): Keys {
  const { keys } = JSON.parse(readFileSync(setting.replace(/^@/, ''), 'utf8')) as {
    keys: ({ kty: 'oct'; k: string } | { kty: 'EC'; crv: string; x: string; y: string })[];
  };
  return {
    HS256: keys.flatMap((key) => (key.kty === 'oct' ? [Buffer.from(key.k, 'base64url')] : [])),
    ES256: keys.flatMap((key) => (key.kty === 'EC' ? [createPublicKey({ key, format: 'jwk' })] : [])),
  };
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
  let keys = readKeys(setting('jwt-secret'));
  process.on('SIGUSR2', () => {
    keys = readKeys(setting('jwt-secret'));
  });
  // Of the stand-in alone. They never leave it.
  const secret = () => randomBytes(32).toString('base64url');
  const secrets = { jwtSecret: secret(), publishableKey: secret(), secretKey: secret() };
  const rest = createRestApi(await openDatabase(setting('db-uri')), secrets);

  /** As the API library wants to be asked. Null for a token that is void. */
  function headersFor(authorization: string | undefined): Record<string, string> | null {
    if (authorization === undefined) return { apikey: secrets.publishableKey };
    const claims = claimsOf(authorization.replace(/^Bearer /, ''), keys);
    if (claims === null) return null;
    if (claims.role === 'service_role') return { apikey: secrets.secretKey };
    return { apikey: secrets.publishableKey, authorization: `Bearer ${signed(claims, secrets.jwtSecret)}` };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = headersFor(request.headers.authorization);
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
