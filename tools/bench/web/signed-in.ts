import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';

/** What the browser of a signed-in representative keeps. */
export interface SignedIn {
  /** Entries of the local storage. */
  storage: Readonly<Record<string, string>>;
  /** By which the session is renewed, at any address of this machine. */
  cookie: { name: string; value: string };
}

export async function signIn(siteUrl: string, salesId: string): Promise<SignedIn> {
  const answer = await fetch(`${siteUrl}/functions/v1/sign-in-rep`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ salesId }),
  });
  const { sessionId, actor } = sessionGrantSchema.parse(await answer.json());
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (actor.kind !== 'rep' || name === undefined || value === undefined)
    throw new Error("This sales ID is not a representative's");
  const session = { salesRepId: actor.rep.id, sessionId, timestamp: Date.now() };
  return { storage: { 'host:sales-session': JSON.stringify(session) }, cookie: { name, value } };
}
