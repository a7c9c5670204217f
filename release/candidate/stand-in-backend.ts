import { type RecordedAnswers, readRecordedAnswers } from './recorded-answers.ts';

/** Stands in for the cookie of a customer's session. */
export const CUSTOMER_COOKIE = 'candidate-customer';

const HOUR_MS = 3_600_000;

/**
 * Answers a candidate's calls as the real backend answered the demonstration representative and a customer. So a
 * release needs no secret of the backend. A call that was never recorded is answered 503.
 */
export function standInBackend(): (request: Request) => Promise<Response> {
  const answers = readRecordedAnswers();
  return async (request) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (!Object.hasOwn(answers, name)) {
      return Response.json({ code: 'unavailable', message: 'No backend' }, { status: 503 });
    }
    if (name === 'sign-in-customer') return Response.json(stillValid(answers[name]));
    if (name === 'renew-session') {
      const isCustomer = request.headers.get('cookie')?.includes(CUSTOMER_COOKIE) === true;
      return Response.json(stillValid(answers[isCustomer ? 'sign-in-customer' : name]));
    }
    if (name === 'get_sales_sessions') return Response.json((answers[name] as object[]).map(stillLive));
    const answer = answers[name as keyof RecordedAnswers];
    const { after = null } = (await request.json()) as { after?: string | null };
    return Response.json(after === null ? answer : lastPage(answer));
  };
}

function inAnHour(): string {
  return new Date(Date.now() + HOUR_MS).toISOString();
}

function stillValid(grant: unknown): object {
  return { ...(grant as object), expiresAt: inAnHour(), sessionExpiresAt: inAnHour() };
}

/** A session of the list, which shows no other. */
function stillLive(session: object): object {
  return { ...session, expiresAt: inAnHour() };
}

/** A list with several pages ends with its second page. */
function lastPage(answer: unknown): object {
  return { ...(answer as object), hasMore: false, nextAfter: null };
}
