import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';

const TIMEOUT_MS = 20_000;
/** GitHub's longest page of comments. */
const PER_PAGE = 100;

export interface PullRequest {
  /** Origin of the API. */
  api: string;
  /** `owner/name`. */
  repository: string;
  number: number;
  token: string;
}

interface CommentedPreview {
  app: string;
  commit: string;
  /** What the release command printed, or why there is no preview. */
  preview: string;
  /** What `release diff` printed. */
  diff: string;
}

/** First line of the one comment that each application has on a pull request. */
function markOf(app: string): string {
  return `<!-- corvane preview: ${app} -->`;
}

/**
 * In code blocks: pages of a pull request have any title, and none may become a mention, a link or a picture. Nor may
 * what stands around the address.
 */
export function formatComment({ app, commit, preview, diff }: CommentedPreview): string {
  const link = /https?:\/\/[\w.:-]+\/_preview\/[a-z0-9]{32}$/m.exec(preview)?.[0];
  const where =
    link === undefined
      ? `No preview of \`${app}\` at ${commit.slice(0, 10)}:\n\n${codeBlock(preview)}`
      : `Preview of \`${app}\` at ${commit.slice(0, 10)}: ${link}\n\n\`release prune\` removes it when it is over a week old.`;
  return `${markOf(app)}\n${where}\n\nA release would change:\n\n${codeBlock(diff)}\n`;
}

function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trim()}\n${fence}`;
}

const commentsSchema = z.array(
  z.object({ id: z.number(), body: z.string().nullish(), user: z.object({ type: z.string() }).nullish() }),
);

/** Writes the comment in place of the application's earlier one. @throws UserError when GitHub refuses. */
export async function putComment(pullRequest: PullRequest, app: string, body: string): Promise<void> {
  const { repository, number } = pullRequest;
  const ofPullRequest = `/repos/${repository}/issues/${number}/comments`;
  const id = await earlierComment(pullRequest, ofPullRequest, app);
  if (id === null) await call(pullRequest, 'POST', ofPullRequest, { body });
  else await call(pullRequest, 'PATCH', `/repos/${repository}/issues/comments/${id}`, { body });
}

async function earlierComment(pullRequest: PullRequest, path: string, app: string): Promise<number | null> {
  for (let page = 1; ; page += 1) {
    const answer = await call(pullRequest, 'GET', `${path}?per_page=${PER_PAGE}&page=${page}`);
    const comments = commentsSchema.parse(answer);
    // A person may quote the comment.
    const own = comments.find(
      ({ body, user }) => user?.type === 'Bot' && body?.startsWith(markOf(app)) === true,
    );
    if (own !== undefined) return own.id;
    if (comments.length < PER_PAGE) return null;
  }
}

async function call(
  { api, token }: PullRequest,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(api + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/vnd.github+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new UserError(`GitHub cannot be reached: ${(error as Error).message}`, { cause: error });
  });
  if (!answer.ok) throw new UserError(`GitHub answers ${answer.status} to ${method} ${path}`);
  return answer.json();
}
