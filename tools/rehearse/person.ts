import { setTimeout as pause } from 'node:timers/promises';
import { sessionGrantSchema } from '../../shared/src/contracts/backend/sign-in/auth.ts';
import { type Answer, Visitor } from './visitors/visitor.ts';

const LOOK_EVERY_MS = 300;

/** What a signed-in person met. */
interface Met {
  asked: number;
  /** No answer, or one that says that the site cannot answer. */
  failed: number;
  /** The site asked to sign in again. */
  isSignedOut: boolean;
  longestMs: number;
}

/** A manager with a page open, which keeps its publishable key. */
export interface Person {
  home(): Promise<Answer>;
  signIn(salesId: string): Promise<Answer>;
  prices(): Promise<Answer>;
  /** Looks at prices until something is done. As the page does, it renews its session when a token is taken no more. */
  during(done: Promise<unknown>): Promise<Met>;
  leave(): void;
}

/** @param options where the site is, and who vouches for its certificate */
export function openPage(options: {
  host: string;
  address: string;
  from: string;
  authority: string;
  publishableKey: string;
}): Person {
  const { host, address, from, authority, publishableKey: apikey } = options;
  const visitor = new Visitor({
    ...{ origin: `https://${host}`, port: 443, addresses: [address], ownAddress: from },
    authority,
    onRepeat: () => undefined,
  });
  let token = '';
  let cookie = '';
  const take = (answer: Answer) => {
    if (answer.status === 200) token = sessionGrantSchema.parse(JSON.parse(answer.body)).sessionToken;
    return answer;
  };
  const prices = () =>
    visitor.post('/rest/v1/rpc/get_plan_prices', {}, { apikey, authorization: `Bearer ${token}` });
  const renew = async () => take(await visitor.post('/functions/v1/renew-session', {}, { apikey, cookie }));
  return {
    home: () => visitor.get('/'),
    signIn: async (salesId) => {
      const answer = await visitor.post('/functions/v1/sign-in-rep', { salesId }, { apikey });
      cookie = answer.cookies[0]?.split(';')[0] ?? '';
      return take(answer);
    },
    prices,
    during: async (done) => {
      const met: Met = { asked: 0, failed: 0, isSignedOut: false, longestMs: 0 };
      const ask = async (call: () => Promise<Answer>) => {
        const startedAt = performance.now();
        const { status } = await call().catch(() => ({ status: 0 }));
        met.asked += 1;
        met.longestMs = Math.max(met.longestMs, Math.round(performance.now() - startedAt));
        if (status !== 200 && status !== 401) met.failed += 1;
        return status;
      };
      let isDone = false;
      const ended = done.finally(() => {
        isDone = true;
      });
      for (let last = false; !last; ) {
        last = isDone;
        if ((await ask(prices)) === 401) {
          if ((await ask(renew)) === 401) met.isSignedOut = true;
          else if ((await ask(prices)) === 401) met.failed += 1;
        }
        await pause(LOOK_EVERY_MS);
      }
      await ended;
      return met;
    },
    leave: () => visitor.close(),
  };
}
