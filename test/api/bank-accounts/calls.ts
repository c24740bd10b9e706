import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export interface Account {
  id: string;
  iban: string | null;
  currency: string;
  isDefault: boolean;
  [field: string]: unknown;
}

export type Reply = Answered<Account & Refusal>;

/** Valid IBANs (ISO 13616 examples). */
export const IBANS = [
  'RO49AAAA1B31007593840000',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
];

/** Requests of these tests. */
export function bankAccountsCalls(service: () => Service) {
  const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
  const list = async (scope: Scope): Promise<Account[]> =>
    (await call<Account[]>(service(), scope, 'GET', '/bank-accounts')).body;
  const add = (scope: Scope, body: object): Promise<Reply> => call(service(), scope, 'POST', '/bank-accounts', body);
  const change = (scope: Scope, id: string, body: object): Promise<Reply> =>
    call(service(), scope, 'PATCH', `/bank-accounts/${id}`, body);
  return { newScope, list, add, change };
}
