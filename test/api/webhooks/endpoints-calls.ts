import { beforeAll } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import type { Scope, Service } from '../../support/service.ts';

export interface Webhook {
  uuid: string;
  url: string;
  events: string[];
  description: string | null;
  isActive: boolean;
  secret: string;
  deliveriesCount: number;
  lastDeliveryAt: string | null;
  lastDeliveryStatus: string | null;
}

/** What tests of webhook endpoints share. */
export function useEndpoints(service: () => Service) {
  const scope = {} as Scope;
  beforeAll(async () => {
    Object.assign(scope, await service().newCompany(await service().newUser()));
  });

  const request = <T = Webhook>(method: string, path: string, body?: unknown, own: Scope = scope) =>
    call<T & Refusal>(service(), own, method, `/webhooks${path}`, body);
  const BODY = { url: 'https://receiver.example/hook', events: ['invoice.issued', 'invoice.paid'] };

  return { scope, request, BODY };
}
