import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

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
