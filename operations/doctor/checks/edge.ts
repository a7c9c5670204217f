import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import { SECURITY_HEADERS } from '@corvane/tools/gateway/security-headers';
import { askSite, type SiteRequest } from '../ask-site.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

const PORT = 80;

export const PLAIN_HTTP: DoctorCheck = {
  name: 'plain-http',
  asks: 'Does plain HTTP lead to TLS?',
  mend: 'Use the server for port 80 of nginx/listen-tls.conf.',
  isOfMachine: true,
  async look(look) {
    if (!look.isOverTls) return right('the site has no TLS');
    const { origin, connectTo, plainPort = PORT } = look.options.site;
    const host = connectTo === null ? new URL(origin).hostname : new URL(`http://${connectTo}`).hostname;
    const plain = { origin: `http://${new URL(origin).hostname}`, connectTo: `${host}:${plainPort}` };
    const answer = await askSite(plain, '/').catch((error: Error) => {
      if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return null;
      throw error;
    });
    if (answer === null) return right(`nothing listens on port ${plainPort}`);
    const { status, headers } = answer;
    // The name is asked without a port, and a site on another port than 443 is named with its own.
    const target = headers.location === undefined ? null : new URL(headers.location);
    if (status === 308 && target?.protocol === 'https:' && target.hostname === new URL(origin).hostname)
      return right('308 to the same path over TLS');
    return wrong(`plain HTTP answers ${status}${target === null ? '' : `, to ${target.origin}`}`);
  },
};

/** No such name can exist. */
const OTHER_HOST = 'doctor.invalid';

export const HOSTS: DoctorCheck = {
  name: 'hosts',
  asks: "Are other hosts than the site's refused?",
  mend: 'Name only the site in server_name, and keep the default server (nginx/listen.conf, nginx/unknown-host.conf).',
  isOfMachine: true,
  async look(look) {
    const { status } = await look.site('/', { headers: { Host: OTHER_HOST } });
    return status === 400
      ? right('400 for another host')
      : wrong(`${status} for the host ${OTHER_HOST}: another name could lead to this site`);
  },
};

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
