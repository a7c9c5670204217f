import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

/*
 * Reads the project's JWT secret, prints the token that PostgREST takes for the role service_role. The gateway sends it in
 * place of the project's secret key. It has no end: it is void as soon as the secret is. The same secret gives the same token.
 */
const secret = readFileSync(0, 'utf8').trim();
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role: 'service_role', iss: 'corvane-gateway' })}`;
console.log(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`);
