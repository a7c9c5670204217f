import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  BROWSER_CALLS,
  backendPathOf,
  FORM_MEDIA_TYPE,
  type NamedCall,
  pathOf,
} from '@corvane/shared/contracts/backend/calls';
import { drain } from './drain.ts';
import { answerApiError, type EdgeErrorStatus } from './edge-errors.ts';
import { forwardToBackend, type GatewayBackend } from './forward-to-backend.ts';

const CALLS: ReadonlyMap<string, NamedCall> = new Map(BROWSER_CALLS.map((call) => [pathOf(call.name), call]));

const JSON_MEDIA_TYPE = 'application/json';

/** The headers that the backend receives, besides the caller's address. The same as nginx/api.conf. */
const PASSED_HEADERS = ['accept-encoding', 'apikey', 'authorization', 'cookie', 'user-agent'];

/** Whether a path belongs to the API, listed or not. */
export function isApiPath(pathname: string): boolean {
  return /^\/(rest|functions)\/v1(\/|$)/.test(pathname);
}

/** Sends a listed call to the backend with only what the call needs, and refuses all others. */
export async function routeApiCall(
  backend: GatewayBackend,
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs?: number,
): Promise<void> {
  const [path = '', query = ''] = splitAtQuery(request.url ?? '');
  const call = CALLS.get(path);
  const refusal = call === undefined ? 404 : refusalOf(call, query, request);
  const formRefusedPath =
    call !== undefined && query === '' && isForm(call, request) ? call.formRefusedPath : null;
  const refuse = (status: EdgeErrorStatus) =>
    formRefusedPath === null ? answerApiError(response, status) : seeOther(response, formRefusedPath);
  if (call === undefined || refusal !== null) {
    if (hasBody(request)) {
      await drain(request);
      // What may still come is not another request.
      response.setHeader('Connection', 'close');
    }
    if (refusal === 405) response.setHeader('Allow', 'POST');
    return refuse(refusal ?? 404);
  }
  const headers = new Headers({
    accept: JSON_MEDIA_TYPE,
    'content-type': formRefusedPath === null ? JSON_MEDIA_TYPE : FORM_MEDIA_TYPE,
  });
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  return forwardToBackend(backend, request, response, {
    path: backendPathOf(call.name),
    headers,
    maxBodyBytes: call.maxBodyBytes,
    refuse,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** The reason to refuse a listed call before its body is read, in the order of nginx's checks. */
function refusalOf(call: NamedCall, query: string, request: IncomingMessage): EdgeErrorStatus | null {
  if (Number(request.headers['content-length'] ?? 0) > call.maxBodyBytes) return 413;
  if (request.method !== 'POST') return 405;
  if (query !== '') return 400;
  return mediaTypeOf(request) === JSON_MEDIA_TYPE || isForm(call, request) ? null : 415;
}

/** Whether a browser without scripts sends it, from a page of this site. The same as in nginx/pages.conf. */
function isForm(call: NamedCall, request: IncomingMessage): boolean {
  return (
    call.formRefusedPath !== null &&
    mediaTypeOf(request) === FORM_MEDIA_TYPE &&
    isFromOwnPage(request.headers)
  );
}

/** Browsers that send no Sec-Fetch-Site, older ones and all over plain HTTP, name the origin. */
function isFromOwnPage({ 'sec-fetch-site': site = '', origin = '', host }: IncomingHttpHeaders): boolean {
  if (site !== '') return site === 'same-origin';
  return origin === '' || origin.replace(/^https?:\/\//, '') === host;
}

function mediaTypeOf(request: IncomingMessage): string {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

function seeOther(response: ServerResponse, path: string): void {
  response.writeHead(303, { Location: path, 'Cache-Control': 'no-store' });
  response.end();
}

function splitAtQuery(url: string): [string, string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

function hasBody(request: IncomingMessage): boolean {
  return (
    Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined
  );
}
