import { backendPathOf } from '../../../../shared/src/contracts/backend/calls.ts';
import type { SiteRequest } from '../ask-site.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

/** Calls that only operators make, past the edge. None of them changes anything. */
const UNLISTED: readonly (readonly [path: string, request: SiteRequest])[] = [
  ['/rest/v1/products?select=slug&limit=1', {}],
  ['/rest/v1/', {}],
  ['/rest/v1/rpc/report_upkeep', { method: 'POST', body: {} }],
  ['/functions/v1/send-contact-notification', { method: 'POST', body: {} }],
  [backendPathOf('send-contact-notification'), { method: 'POST', body: {} }],
];
const LISTED = '/rest/v1/rpc/get_plan_prices';

export const EDGE_CALLS: DoctorCheck = {
  name: 'edge-calls',
  asks: 'Does the edge pass the listed calls, and no others?',
  mend: "Copy this checkout's nginx/api-calls.conf and nginx/site.conf to the edge, and reload nginx. For 502: the address in nginx/upstream.conf.",
  isOfMachine: true,
  async look(look) {
    for (const [path, request] of UNLISTED) {
      const { status } = await look.site(path, request);
      if (status !== 404) return wrong(`${path.split('?')[0]} is not listed, and answers ${status}, not 404`);
    }
    const apikey = await look.publishableKey();
    const { status } = await look.site(LISTED, { method: 'POST', headers: { apikey }, body: {} });
    if (status === 401)
      return wrong(
        `the key in the pages is refused`,
        'Release host, marketing and portal with the publishable key of this project.',
      );
    if (status !== 200) return wrong(`${LISTED} answers ${status}`);
    return right('listed calls pass, others are 404');
  },
};
