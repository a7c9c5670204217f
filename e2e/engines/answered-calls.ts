import type { ErrorCode } from '@corvane/shared/contracts/remote/api-error';

/** Answers to calls of the backend, by the last part of their addresses. */
export type Answers = Readonly<Record<string, { status: number; json: unknown }>>;

/** What a procedure or an Edge Function answers when it fails. */
export const FAILURE = { status: 500, json: {} };

/** The call waits until it gets another answer: what it waits for is loading. */
export const NO_ANSWER = { status: 0, json: {} };

/** What an Edge Function answers to a request that it refuses. */
export function refusal(code: ErrorCode, status = 400) {
  const correlationId = '00000000-0000-4000-8000-000000000000';
  return { status, json: { error: { code, message: 'Refused', correlationId } } };
}

/**
 * Runs in a page: from now on, these calls get these answers and do not reach the server. All others do. Loading the
 * page again ends it.
 */
export function answerCalls(answers: Answers): void {
  const page = window as unknown as { 'engines:answers'?: Answers };
  if (page['engines:answers'] === undefined) {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
      const answerNow = () => page['engines:answers']?.[pathname.split('/').at(-1) ?? ''];
      while (answerNow()?.status === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      const answer = answerNow();
      return answer === undefined
        ? fetch(input, init)
        : Response.json(answer.json, { status: answer.status });
    };
  }
  page['engines:answers'] = answers;
}
