import path from 'node:path';
import { BROWSER_CALLS, type NamedCall, pathOf } from '@corvane/shared/contracts/backend/calls';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

export const NGINX_API_CALLS_FILE = path.join(WORKSPACE_ROOT, 'nginx/api-calls.conf');

/** Bursts of the zones in nginx/limits.conf, where the reasons are. */
const BURSTS: Record<NamedCall['rateLimit'], number> = { credentials: 60, api: 200 };

/** Text of nginx/api-calls.conf: a location for each call that browsers may make. */
export function nginxApiCalls(): string {
  return `# Do not edit. Made from shared/src/contracts/backend/calls.ts by \`npx -y pnpm@12 exec node tools/gateway/nginx/write-nginx-api-calls.ts\`.
${BROWSER_CALLS.map(locationOf).join('')}`;
}

function locationOf(call: NamedCall): string {
  return `
location = ${pathOf(call.name)} {
    client_max_body_size ${call.maxBodyBytes};
    limit_req zone=${call.rateLimit} burst=${BURSTS[call.rateLimit]} nodelay;
    include nginx/api.conf;
}
`;
}
