import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export interface Client {
  id: string;
  uuid: string;
  name: string;
  cui: string | null;
  [field: string]: unknown;
}

export type Created = Answered<{ client: Client; taxauthValidated?: boolean; existing?: boolean } & Refusal>;

export interface Page {
  data: Record<string, (Client & { invoiceCount: number; totalRevenue: number })[]>;
  total: number;
  page: number;
  limit: number;
  pages: number;
}

export const person = { type: 'individual', name: 'Ion Ionescu', address: 'Str. A 1', city: 'Iași', county: 'IS' };

/** Requests of these tests. */
export function clientsCalls(service: () => Service) {
  const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
  const add = (scope: Scope, body: object): Promise<Created> => call(service(), scope, 'POST', '/clients', body);
  const list = async (scope: Scope, query = ''): Promise<Page> =>
    (await call<Page>(service(), scope, 'GET', `/clients${query}`)).body;
  return { newScope, add, list };
}
