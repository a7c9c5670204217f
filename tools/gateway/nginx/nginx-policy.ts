import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

export const NGINX_HEADERS_FILE = path.join(WORKSPACE_ROOT, 'nginx/headers.conf');

/** nginx/headers.conf with this content security policy, and otherwise as it is. */
export function withPolicy(text: string, policy: string): string {
  return text.replace(
    /^add_header Content-Security-Policy ".*" always;$/m,
    () => `add_header Content-Security-Policy "${policy}" always;`,
  );
}
