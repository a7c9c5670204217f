import { counted } from '@corvane/shared/lib/counted';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

const DAY_MS = 86_400_000;
/** Certificates are renewed 30 days before their end: with fewer left than this, renewing has failed. */
const MIN_DAYS_LEFT = 14;
/** What Node says of another name. */
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

export const CERTIFICATE: DoctorCheck = {
  name: 'certificate',
  asks: 'Do browsers accept the certificate, and for how long?',
  mend: 'Renew the certificate for the host of SITE_URL, then reload nginx (nginx/listen-tls.conf).',
  isOfMachine: true,
  async look(look) {
    if (look.isLocal) return right('plain HTTP, on this machine only');
    if (!look.isOverTls) return wrong(`${look.origin} has no TLS`, 'Use nginx/listen-tls.conf.');
    const { refusal, names, validUntilMs, protocol, hasHttp2 } = await look.certificate();
    const daysLeft = Math.floor((validUntilMs - look.now()) / DAY_MS);
    if (daysLeft < 0) return wrong(`it ended ${counted(-daysLeft, 'day')} ago`);
    if (refusal === OTHER_NAME)
      return wrong(`it is for ${names.join(', ')}, not for ${new URL(look.origin).hostname}`);
    if (refusal !== null) return wrong(`browsers refuse it: ${refusal}`);
    if (daysLeft < MIN_DAYS_LEFT) return wrong(`it ends in ${counted(daysLeft, 'day')}`);
    if (!hasHttp2)
      return wrong('HTTP/2 is not offered', 'Add http2 to the listen lines (nginx/listen-tls.conf).');
    return right(`for ${names.join(', ')}, ${counted(daysLeft, 'day')} left, ${protocol} and HTTP/2`);
  },
};
