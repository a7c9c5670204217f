import { askSite } from '../ask-site.ts';
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
