import { randomInt } from 'node:crypto';
import type { Answered, Refusal } from './contract.ts';
import { call } from './invoices.ts';
import type { Scope, Service, User } from './service.ts';

/** A function that makes companies of one user: registering a user costs more processor time than all else that they need. */
export function newScopes(service: () => Service): () => Promise<Scope> {
  let owner: Promise<User> | undefined;
  return async () => {
    const cif = String(randomInt(10_000_000, 99_999_999));
    return service().newCompany(await (owner ??= service().newUser()), { cif, vatCode: `RO${cif}` });
  };
}

/**
 * Requests for records of a company at one path, such as `/bank-accounts`; `Shown` is the type of a record in responses, `List`
 * that of their list. Each test creates a company of its own by `newScope`.
 */
export function recordCalls<Shown, List = Shown[]>(service: () => Service, path: string) {
  type Reply = Promise<Answered<Shown & Refusal>>;
  return {
    newScope: newScopes(service),
    list: async (scope: Scope, query = ''): Promise<List> => (await call<List>(service(), scope, 'GET', `${path}${query}`)).body,
    add: (scope: Scope, body: object): Reply => call(service(), scope, 'POST', path, body),
    change: (scope: Scope, id: string, body: object): Reply => call(service(), scope, 'PATCH', `${path}/${id}`, body),
    remove: (scope: Scope, id: string): Reply => call(service(), scope, 'DELETE', `${path}/${id}`),
  };
}
