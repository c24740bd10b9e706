import { afterAll, expect } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { Refusal } from '../contract.ts';
import { call } from '../invoices.ts';
import { keyWith } from '../members.ts';
import type { Scope, Service, User } from '../service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Companies that have webhooks, for tests. */

/** A delivery in lists and details. */
export interface Delivery {
  uuid: string;
  webhookUuid: string;
  eventType: string;
  status: string;
  attempt: number;
  responseCode: number;
  responseBody: string | null;
  requestPayload: string;
  requestHeaders: Record<string, string>;
  errorMessage: string | null;
  nextRetryAt: string | null;
  deliveredAt: string;
}

export type Company = Scope & { user: User; clientId: string };

/** A webhook of a company, and its receiver. */
export interface Hook {
  own: Company;
  to: Receiver;
  uuid: string;
  secret: string;
}

/** The receivers of a test file, which are stopped with it, and requests for webhooks. */
export function useWebhooks(service: () => Service) {
  const receivers: Receiver[] = [];
  afterAll(() => Promise.all(receivers.map(one => one.stop())));

  const request = <T>(own: Scope, method: string, path: string, body?: unknown) =>
    call<T & Refusal>(service(), own, method, `/webhooks${path}`, body);

  const receiver = async (): Promise<Receiver> => {
    const one = await startReceiver();
    receivers.push(one);
    return one;
  };

  /**
   * A company with a client and an API key that does not expire. The client's own event is published before this returns: it gets no
   * number, for there is no webhook yet. Without a client the company has no event at all.
   */
  const company = async ({ client = true } = {}): Promise<Company> => {
    const user = await service().newUser();
    const own = await service().newCompany(user);
    const clientId = client ? (await service().newClient(own)).id : '';
    if (client) await service().idle();
    return { ...own, user, clientId, token: await keyWith(service(), user, PERMISSIONS) };
  };

  const subscribe = async (own: Scope, to: Receiver, events = ['invoice.issued']): Promise<{ uuid: string; secret: string }> => {
    const answer = await request<{ uuid: string; secret: string }>(own, 'POST', '', { url: to.url, events });
    expect(answer.status).toBe(201);
    return answer.body;
  };

  return {
    request,
    receiver,
    company,
    subscribe,
    /** A webhook of a new company, with a new receiver. */
    async hook(events?: string[], options?: { client?: boolean }): Promise<Hook> {
      const [own, to] = await Promise.all([company(options), receiver()]);
      return { own, to, ...(await subscribe(own, to, events)) };
    },
    deliveries: async (own: Scope, uuid: string, query = ''): Promise<{ data: Delivery[]; total: number }> =>
      (await request<{ data: Delivery[]; total: number }>(own, 'GET', `/${uuid}/deliveries${query}`)).body,
    isActive: async (own: Scope, uuid: string): Promise<boolean> =>
      (await request<{ isActive: boolean }>(own, 'GET', `/${uuid}`)).body.isActive,
  };
}
