import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export interface Product {
  id: string;
  name: string;
  code: string | null;
  unitPrice: number;
  vatRate: number;
  vatRateId: string | null;
  [field: string]: unknown;
}

export interface Page {
  data: Product[];
  total: number;
  page: number;
  limit: number;
  pages: number;
}

export type Reply = Answered<Product & Refusal>;

/** Requests of these tests. */
export function productsCalls(service: () => Service) {
  const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
  const add = (scope: Scope, body: object): Promise<Reply> => call(service(), scope, 'POST', '/products', body);
  const change = (scope: Scope, id: string, body: object): Promise<Reply> =>
    call(service(), scope, 'PATCH', `/products/${id}`, body);
  const list = async (scope: Scope, query = ''): Promise<Page> =>
    (await call<Page>(service(), scope, 'GET', `/products${query}`)).body;
  return { newScope, add, change, list };
}
