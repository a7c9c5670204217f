import { say } from '@corvane/tools/command/say';
import type { SiteState } from '../../store/site-state.ts';

/** Longest time that the command waits for the receiver after the release. */
const WEBHOOK_TIMEOUT_MS = 1_500;

/** What is told of a change. `text` is what chat programs show. */
function newsOf({ revision, changedAt, person, action, versions, canaries, brought, site }: SiteState) {
  const subjects = brought.flatMap((change) => change.subjects);
  const headline = `${site.siteUrl}: ${action}${person === '' ? '' : ` by ${person}`}`;
  return {
    event: 'site_changed',
    text: [headline, ...subjects.map((subject) => `- ${subject}`)].join('\n'),
    siteUrl: site.siteUrl,
    state: revision,
    changedAt,
    person,
    action,
    versions,
    canaries: canaries.map(({ app, version, percent }) => ({ app, version, percent })),
    brought,
  };
}

/**
 * Reports a live change: one JSON line, and a POST to the webhook of the site's settings. It never throws or waits for
 * long, because a failing chat program must not fail a release.
 */
export async function tellChange(
  state: SiteState,
  log: (line: string) => void,
  { fetch = globalThis.fetch, timeoutMs = WEBHOOK_TIMEOUT_MS } = {},
): Promise<void> {
  const news = JSON.stringify(newsOf(state));
  log(news);
  const { webhookUrl } = state.site;
  if (!webhookUrl) return;
  const problem = await post(fetch, webhookUrl, news, timeoutMs);
  // Never prints the address: for a chat program it is the password.
  if (problem !== null) log(`The webhook got no notice: ${problem}. The change is live anyway.`);
}

async function post(
  fetch: typeof globalThis.fetch,
  url: string,
  body: string,
  timeoutMs: number,
): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `it answers ${answer.status}`;
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate ? `no answer within ${timeoutMs / 1000} s` : 'it cannot be reached';
  }
}

/** Prints what is live, after a command that changed it, and tells those who asked to be told. */
export async function sayChanged(state: SiteState): Promise<void> {
  sayLive(state);
  await tellChange(state, say);
}

/** Prints what is live. */
export function sayLive({ revision, versions, canaries }: SiteState): void {
  const live = Object.entries(versions).map(([app, version]) => `${app} ${version}`);
  say(`Live, state ${revision}: ${live.join(', ')}`);
  for (const { app, version, percent } of canaries) say(`Canary: ${app} ${version} for ${percent} %`);
}
