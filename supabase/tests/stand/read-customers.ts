import { expect } from 'vitest';
import { scopedCustomersPageSchema } from '../../../shared/src/contracts/backend/customers/customer-list.ts';
import { customerTimelineSchema } from '../../../shared/src/contracts/backend/customers/customer-timeline.ts';
import {
  customerOpeningsSchema,
  customersPageSchema,
} from '../../../shared/src/contracts/backend/customers/customers.ts';
import type { TestBackend } from './start-test-backend.ts';

/** The portal's calls for customers, with a representative's token. An answer that breaks the contract fails. */
export class CustomersReader {
  readonly #api: TestBackend;
  readonly #token: string | undefined;

  constructor(api: TestBackend, token: string | undefined) {
    this.#api = api;
    this.#token = token;
  }

  async page(args: Record<string, unknown>) {
    return customersPageSchema.parse(await this.#read('get_customers', args));
  }

  /** Of a manager. */
  async scoped(filter: { scope: string; [field: string]: unknown }) {
    return scopedCustomersPageSchema.parse(await this.#read('get_customers', { filter, page_size: 100 }));
  }

  async timeline(customerId: string) {
    return customerTimelineSchema.parse(await this.#read('get_customer_timeline', { lead_id: customerId }));
  }

  async openings(since: string | null) {
    return customerOpeningsSchema.parse(await this.#read('get_customer_openings', { since }));
  }

  async #read(procedure: string, args: Record<string, unknown>): Promise<unknown> {
    const answer = await this.#api.rpc(procedure, args, this.#token);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }
}
