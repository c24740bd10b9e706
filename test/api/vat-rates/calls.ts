import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export interface Rate {
  id: string;
  rate: number;
  label: string;
  isDefault: boolean;
  isActive: boolean;
  [field: string]: unknown;
}

/** Requests of these tests. */
export function vatRatesCalls(service: () => Service) {
  const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
  const list = async (scope: Scope, query = ''): Promise<Rate[]> =>
    (await call<Rate[]>(service(), scope, 'GET', `/vat-rates${query}`)).body;
  const add = (scope: Scope, body: object): Promise<Answered<Rate & Refusal>> =>
    call(service(), scope, 'POST', '/vat-rates', body);
  const change = (scope: Scope, id: string, body: object): Promise<Answered<Rate & Refusal>> =>
    call(service(), scope, 'PATCH', `/vat-rates/${id}`, body);
  const remove = (scope: Scope, id: string): Promise<Answered<Refusal>> => call(service(), scope, 'DELETE', `/vat-rates/${id}`);
  return { newScope, list, add, change, remove };
}
