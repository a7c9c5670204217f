import path from 'node:path';
import { API_SURFACE, type ApiCall, apiPathOf } from '@corvane/shared/contracts/backend/api-surface';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

export const NGINX_API_CALLS_FILE = path.join(WORKSPACE_ROOT, 'nginx/api-calls.conf');

/** Bursts of the zones in nginx/limits.conf, where the reasons are. */
const BURSTS: Record<ApiCall['rateLimit'], number> = { credentials: 60, api: 200 };

/** Text of nginx/api-calls.conf: a location for each call that browsers may make. */
export function nginxApiCalls(): string {
  return `# Do not edit. Made from shared/src/contracts/backend/api-surface.ts by \`npx -y pnpm@12 exec node tools/gateway/nginx/write-nginx-api-calls.ts\`.
${API_SURFACE.map(locationOf).join('')}`;
}

function locationOf(call: ApiCall): string {
  return `
location = ${apiPathOf(call)} {
    client_max_body_size ${call.maxBodyBytes};
    limit_req zone=${call.rateLimit} burst=${BURSTS[call.rateLimit]} nodelay;
    include nginx/api.conf;
}
`;
}
