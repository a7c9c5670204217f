import { SECURITY_HEADERS } from '../../../gateway/security-headers.ts';
import type { SiteRequest } from '../ask-site.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

/** A page, a missing page, and an answer of the edge itself. */
const ASKED: readonly (readonly [path: string, request: SiteRequest])[] = [
  ['/', {}],
  ['/no-page-of-the-doctor', {}],
  ['/rest/v1/rpc/get_plan_prices', {}],
];
const MIN_HSTS_SECONDS = 31_536_000;

export const HEADERS: DoctorCheck = {
  name: 'headers',
  asks: "Does every answer carry this checkout's security headers?",
  mend: "Copy this checkout's folder nginx/ to the edge, and reload nginx. A balancer that ends TLS sends Strict-Transport-Security.",
  isOfMachine: true,
  async look(look) {
    const faults = new Set<string>();
    for (const [path, request] of ASKED) {
      const { headers } = await look.site(path, request);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        const sent = headers[name.toLowerCase()];
        if (sent === undefined) faults.add(`${name} is missing`);
        else if (sent !== value) faults.add(`${name} differs from this checkout's`);
      }
      const maxAge = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0);
      if (look.isOverTls && maxAge < MIN_HSTS_SECONDS)
        faults.add('Strict-Transport-Security is missing or too short');
    }
    return faults.size === 0 ? right('on pages, missing pages and errors') : wrong([...faults].join(', '));
  },
};
