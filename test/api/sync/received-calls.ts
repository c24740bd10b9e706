import type { Invoice } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import type { Receiver } from '../../support/taxauth/received.ts';
import type { Service } from '../../support/service.ts';

export interface Listed {
  data: { id: string; number: string; status: string; direction: string; total: number; supplier: { id: string; cif: string } }[];
  total: number;
}

/** Shared by tests of received documents. */
export function useReceived(service: () => Service) {
  const listed = async (scope: Receiver, query = ''): Promise<Listed['data']> =>
    (await call<Listed>(service(), scope, 'GET', `/invoices?${query}`)).body.data;

  const detail = async (scope: Receiver, id: string): Promise<Invoice> =>
    (await call(service(), scope, 'GET', `/invoices/${id}`)).body;

  return { listed, detail };
}
