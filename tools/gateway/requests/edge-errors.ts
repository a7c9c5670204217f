import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ErrorBody } from '@corvane/shared/contracts/backend/errors';
import type { ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** The edge's own errors. The same as nginx/errors.conf. */
export const EDGE_ERRORS = {
  400: { code: 'invalid_request', message: 'Bad request' },
  404: { code: 'not_found', message: 'Not found' },
  405: { code: 'method_not_allowed', message: 'Method not allowed' },
  412: { code: 'invalid_request', message: 'The file has changed' },
  413: { code: 'payload_too_large', message: 'Request body too large' },
  414: { code: 'invalid_request', message: 'Address too long' },
  415: { code: 'unsupported_media_type', message: 'Send the request as application/json' },
  408: { code: 'invalid_request', message: 'The request took too long to arrive' },
  429: { code: 'rate_limited', message: 'Too many requests; try again in a few seconds' },
  500: { code: 'internal', message: 'Something went wrong' },
  502: { code: 'unavailable', message: 'The server cannot answer right now' },
  503: { code: 'unavailable', message: 'The server cannot answer right now' },
  504: { code: 'unavailable', message: 'The server cannot answer right now' },
} as const satisfies Record<number, { code: ErrorCode; message: string }>;

export type EdgeErrorStatus = keyof typeof EDGE_ERRORS;

const RETRY_AFTER_SECONDS = 5;
const UNAVAILABLE_PAGE = path.join(WORKSPACE_ROOT, 'nginx/50x.html');

/** For a program that requested a file. */
export function answerPlainError(response: ServerResponse, status: EdgeErrorStatus): void {
  writeErrorHead(response, status, 'text/plain; charset=utf-8');
  response.end(`${EDGE_ERRORS[status].message}\n`);
}

/** For a caller of the API, in the shape of every other failure there. */
export function answerApiError(response: ServerResponse, status: EdgeErrorStatus): void {
  const correlationId = writeErrorHead(response, status, 'application/json; charset=utf-8');
  const body: ErrorBody = {
    error: {
      ...EDGE_ERRORS[status],
      correlationId,
      ...(isPassing(status) ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
    },
  };
  response.end(`${JSON.stringify(body)}\n`);
}

/** For a visitor: the same page that nginx shows. */
export async function answerUnavailablePage(response: ServerResponse, status: 500 | 503): Promise<void> {
  writeErrorHead(response, status, 'text/html; charset=utf-8');
  await pipeline(createReadStream(UNAVAILABLE_PAGE), response);
}

/** Whether the same request may succeed in a moment. */
function isPassing(status: EdgeErrorStatus): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

function writeErrorHead(response: ServerResponse, status: EdgeErrorStatus, contentType: string): string {
  const correlationId = randomUUID();
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Correlation-Id', correlationId);
  if (status === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'GET, HEAD');
  if (isPassing(status)) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  response.writeHead(status);
  return correlationId;
}
