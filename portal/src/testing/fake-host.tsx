import { ApiError, type ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient, HostServices, ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';

const REP_ID = '00000000-0000-4000-8000-00000000000a';

export const REP_SESSION: Extract<Session, { status: 'rep' }> = {
  status: 'rep',
  rep: { id: REP_ID, name: 'Dana Reyes', email: 'dana.reyes@corvane.example' },
  sessionId: '00000000-0000-4000-8000-00000000000b',
  sessionExpiresAt: '2026-11-22T08:00:00Z',
};

type Handler = (body: unknown) => unknown;

export interface FakeHost {
  services: HostServices;
  toasts: ToastMessage[];
  navigations: string[];
  calls: { name: string; body: unknown }[];
}

/** A host for tests. The handler with the call's name answers each call at once. */
export function fakeHost(
  handlers: Record<string, Handler>,
  { session = REP_SESSION, search = '' }: { session?: Session; search?: string } = {},
): FakeHost {
  const fake: Omit<FakeHost, 'services'> = { toasts: [], navigations: [], calls: [] };
  async function answer(name: string, body: unknown): Promise<unknown> {
    fake.calls.push({ name, body });
    tellOutline(`asks ${name} ${JSON.stringify(body)}`);
    const handler = handlers[name];
    if (handler === undefined) throw new Error(`the test has no handler for ${name}`);
    return handler(body);
  }
  const api: ApiClient = {
    rpc: (name, args = {}) => answer(name, args),
    invoke: (name, body) => answer(name, body),
  };
  const services: HostServices = {
    brand: { name: 'Corvane' },
    Link: ({ to, state: _state, ...rest }) => <a href={to} {...rest} />,
    navigate: (to) => fake.navigations.push(to),
    location: { pathname: '/sales-portal', search, hash: '', state: null },
    session,
    showPricing: true,
    signOut: async () => {},
    openSignIn: () => {},
    api,
    toast: (message) => {
      tellOutline(`toasts ${JSON.stringify(message)}`);
      fake.toasts.push(message);
    },
    track: () => {},
  };
  return { ...fake, services };
}

/** A line for the recorded outline: tools/test/recorded-outlines.ts. A test without a page has none. */
function tellOutline(line: string): void {
  globalThis.document?.dispatchEvent(new CustomEvent('outline', { detail: line }));
}

/** A handler that fails like the API client. */
export function failsWith(code: ErrorCode, details?: ConstructorParameters<typeof ApiError>[2]): () => never {
  return () => {
    throw new ApiError(code, 'for the test', details);
  };
}
