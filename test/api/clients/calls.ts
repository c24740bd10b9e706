import type { ClientPage, CreatedClient } from '../../support/contract.ts';
import { recordCalls } from '../../support/records.ts';
import type { Service } from '../../support/service.ts';

export const person = { type: 'individual', name: 'Ion Ionescu', address: 'Str. A 1', city: 'Iași', county: 'IS' };
export const firm = (name: string, cui?: string) => ({ name, cui, address: 'Str. B 2', city: 'Cluj', county: 'CJ' });

/** Names by the letter that they are listed under. */
export const names = (page: ClientPage): Record<string, string[]> =>
  Object.fromEntries(Object.entries(page.data).map(([key, clients]) => [key, clients.map(client => client.name)]));

export const clientsCalls = (service: () => Service) => recordCalls<CreatedClient, ClientPage>(service, '/clients');
