import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const SITE_ORIGIN: DoctorCheck = {
  name: 'site-origin',
  asks: 'Do the functions know the site by its origin?',
  mend: 'Set SITE_URL of the functions to the origin that visitors see: links in mails begin with it, and cookies depend on it.',
  async look(look) {
    const { siteUrl } = (await look.setup()).value;
    return siteUrl === look.origin
      ? right(`SITE_URL is ${siteUrl}`)
      : wrong(`SITE_URL is ${siteUrl}, and visitors come to ${look.origin}`);
  },
};
