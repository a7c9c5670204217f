import { backendPathOf, FUNCTION_NAMES } from '@corvane/shared/contracts/backend/calls';
import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const FUNCTIONS_ANSWER: DoctorCheck = {
  name: 'functions',
  asks: 'Does the Edge Function answer every call of this checkout?',
  mend: 'Read the log of the function: with an incomplete or unsafe environment it does not start, and names each wrong variable. Missing: `supabase functions deploy --use-api`.',
  async look(look) {
    const faults = await Promise.all(
      FUNCTION_NAMES.map(async (name) => {
        // A GET does nothing, and the function says so.
        const answer = await look.project(backendPathOf(name)).catch(() => null);
        if (answer === null) return [`${name} does not answer`];
        const body = errorBodySchema.safeParse(await answer.json().catch(() => null));
        const isOurs = answer.status === 405 && body.success && body.data.error.code === 'method_not_allowed';
        return isOurs ? [] : [`${name} answers ${answer.status}`];
      }),
    );
    const told = faults.flat();
    return told.length === 0
      ? right(`all ${FUNCTION_NAMES.length} calls are answered`)
      : wrong(told.join(', '));
  },
};

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
