import { sessionGrantSchema } from '@corvane/shared/contracts/backend/auth';

/** What the browser of a signed-in representative keeps. */
export async function signedInStorage(siteUrl: string, salesId: string): Promise<Record<string, string>> {
  const answer = await fetch(`${siteUrl}/functions/v1/sign-in-rep`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ salesId }),
  });
  const { sessionId, actor } = sessionGrantSchema.parse(await answer.json());
  if (actor.kind !== 'rep') throw new Error("This sales ID is not a representative's");
  const session = { salesRepId: actor.rep.id, sessionId, timestamp: Date.now() };
  return { 'host:sales-session': JSON.stringify(session) };
}
