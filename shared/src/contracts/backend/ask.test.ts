import { expect, test, vi } from 'vitest';
import { type Api, ask, type Sent } from './ask.ts';
import { CALLS, type Call } from './calls.ts';
import { contactResponseSchema } from './contact/contact.ts';
import { customersPageSchema } from './customers/customers.ts';
import { extendAccessResponseSchema, revokeAccessResponseSchema } from './customers/qualification.ts';
import { foundPeopleSchema } from './people/people.ts';
import { withdrawnConsentSchema } from './people/person-change.ts';

const api = { rpc: vi.fn(), invoke: vi.fn() };

test('a hyphen in its name tells a function from a procedure', () => {
  for (const [name, { kind }] of Object.entries<Call>(CALLS)) {
    expect([name, kind]).toEqual([name, name.includes('-') ? 'function' : 'procedure']);
  }
});

/** To nginx, a limit of 0 is none. */
test('every body has a limit', () => {
  for (const [name, { maxBodyBytes }] of Object.entries<Call>(CALLS))
    expect(maxBodyBytes, name).toBeGreaterThan(0);
});

test('a procedure and a function are called with their body, and the answer is parsed', async () => {
  const { signal } = new AbortController();
  api.invoke.mockResolvedValue({ people: [] });
  const search = { action: 'find', search: 'Lovelace' } as const;
  expect(await ask(api, 'read-people', search, foundPeopleSchema, { signal })).toEqual({ people: [] });
  expect(api.invoke).toHaveBeenCalledExactlyOnceWith('read-people', search, { signal });
  api.rpc.mockResolvedValue({ people: [] });
  await expect(ask(api, 'get_customers', { after: null }, customersPageSchema)).rejects.toThrow('rows');
  expect(api.rpc).toHaveBeenCalledExactlyOnceWith('get_customers', { after: null }, undefined);
});

/** The type check refuses each of these: it fails when one of them is no error. They are never called. */
const REFUSED = () => {
  const customerId = '00000000-0000-4000-8000-000000000001';
  // @ts-expect-error no such call
  ask(api, 'get_customer', {}, customersPageSchema);
  // @ts-expect-error no such call
  ask(api, 'extend_access', { customerId }, extendAccessResponseSchema);
  // @ts-expect-error no such argument
  ask(api, 'get_customers', { pageSize: 50 }, customersPageSchema);
  // @ts-expect-error a procedure without arguments
  ask(api, 'get_prices', { page_size: 50 }, customersPageSchema);
  // @ts-expect-error another kind of argument
  ask(api, 'get_customers', { page_size: '50' }, customersPageSchema);
  // @ts-expect-error no such field of its filter
  ask(api, 'get_customers', { filter: { statuss: ['open'] } }, customersPageSchema);
  // @ts-expect-error a field is missing
  ask(api, 'extend-access', {}, extendAccessResponseSchema);
  // @ts-expect-error a field of no action
  ask(api, 'read-people', { action: 'find', email: 'ada@lovelace.example' }, foundPeopleSchema);
  // @ts-expect-error the schema of another function
  ask(api, 'extend-access', { customerId }, revokeAccessResponseSchema);
  // @ts-expect-error the schema of another procedure
  ask(api, 'get_reps', {}, customersPageSchema);
  // @ts-expect-error none of the answers of this function
  ask(api, 'read-people', { action: 'retention' }, withdrawnConsentSchema);
  const { invoke }: Api = api;
  const written = {} as Sent<'submit-contact'>;
  // @ts-expect-error it would end with the session
  invoke('submit-contact', written);
  // @ts-expect-error it would end with the session
  ask(api, 'submit-contact', written, contactResponseSchema);
};
void REFUSED;
