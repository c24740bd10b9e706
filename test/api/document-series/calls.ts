import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export interface Shown {
  id: string;
  type: string;
  prefix: string;
  active: boolean;
  isDefault: boolean;
  currentNumber: number;
  nextNumberFormatted: string;
  [field: string]: unknown;
}

export type Reply = Answered<Shown & Refusal>;

/** Requests of these tests. */
export function documentSeriesCalls(service: () => Service) {
  const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
  const list = async (scope: Scope, query = ''): Promise<Shown[]> =>
    (await call<Shown[]>(service(), scope, 'GET', `/document-series${query}`)).body;
  const add = (scope: Scope, body: object): Promise<Reply> => call(service(), scope, 'POST', '/document-series', body);
  const change = (scope: Scope, id: string, body: object): Promise<Reply> =>
    call(service(), scope, 'PATCH', `/document-series/${id}`, body);
  const remove = (scope: Scope, id: string): Promise<Reply> => call(service(), scope, 'DELETE', `/document-series/${id}`);
  const makeDefault = (scope: Scope, id: string): Promise<Reply> =>
    call(service(), scope, 'POST', `/document-series/${id}/set-default`);
  const defaultsOf = async (scope: Scope, type: string): Promise<Shown[]> =>
    (await list(scope, `?type=${type}`)).filter(one => one.isDefault);
  const first = async (scope: Scope, type = 'invoice'): Promise<Shown> => {
    const [one] = await list(scope, `?type=${type}`);
    if (!one) throw new Error('The company has no series.');
    return one;
  };
  return { newScope, list, add, change, remove, makeDefault, defaultsOf, first };
}
