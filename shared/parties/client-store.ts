import { collated } from '../kernel/collate.ts';
import { conflict } from '../kernel/errors.ts';
import { count } from '../store/counter.ts';
import { getItem } from '../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../store/table.ts';
import { create, remove, update, type Write } from '../store/transact.ts';
import { comparedCui } from './client-rules.ts';
import { type Client, clientKey, type ClientRow, readClient } from './client.ts';

/** How clients are kept: record, place in the list, and a lookup item that makes the tax number unique in the company. */

/** The index partition that lists a company's clients, by name. */
export const clientsOf = (company: string): string => `C#${company}#CLIENT`;

export const sortKeyOf = (client: Pick<Client, 'name' | 'id'>): string => `${collated(client.name)}#${client.id}`;

const cuiKey = (company: CompanyId, cui: string): Key => companyKey(company, `CLIENTCUI#${comparedCui(cui)}`);

type CuiLookup = Item & { clientId: string };

/** The client with a tax number, if there is one. */
export async function findClientByCui(company: CompanyId, cui: string): Promise<Client | undefined> {
  const lookup = await getItem<CuiLookup>(cuiKey(company, cui));
  return lookup && readClient(company, lookup.clientId);
}

const claimCui = (company: CompanyId, client: Client, refused?: Write['refused']): Write[] =>
  client.cui === null ? [] : [create({ ...cuiKey(company, client.cui), kind: 'client-cui', clientId: client.id }, refused)];

const freeCui = (company: CompanyId, client: Client): Write[] =>
  client.cui === null ? [] : [remove(cuiKey(company, client.cui))];

/** The writes of a new client. Fails with `ConditionFailed` when another one took the tax number. */
export function createWrites(company: CompanyId, client: Client): Write[] {
  const row: ClientRow = { client, stats: { invoices: 0, revenueCents: 0 } };
  return [
    create({
      ...clientKey(company, client.id),
      kind: 'client',
      version: client.version,
      data: client,
      row,
      gsi1pk: clientsOf(company),
      gsi1sk: sortKeyOf(client),
    }),
    ...claimCui(company, client),
    count(company, 'CLIENT', 1),
  ];
}

const NAMES = { '#data': 'data', '#row': 'row', '#client': 'client', '#version': 'version' };

/** The writes that take a client to its next version; the counts beside it stay as they are. @throws 409 for a taken tax number */
export function changeWrites(company: CompanyId, before: Client, after: Client): Write[] {
  const moved = (before.cui && comparedCui(before.cui)) !== (after.cui && comparedCui(after.cui));
  return [
    update(clientKey(company, after.id), {
      expression: 'SET #data = :client, #row.#client = :client, #version = :next, gsi1sk = :sort',
      names: NAMES,
      values: { ':client': after, ':next': after.version, ':version': before.version, ':sort': sortKeyOf(after) },
      condition: '#version = :version',
    }),
    ...(moved ? [...freeCui(company, before), ...claimCui(company, after, cuiTaken)] : []),
  ];
}

export const cuiTaken = () => conflict('Another client has this tax number.', { reason: 'cui_taken' });

/** The writes that hide a client and free its tax number; the count is the caller's. */
export function deleteWrites(company: CompanyId, client: Client, at: string): Write[] {
  return [
    update(clientKey(company, client.id), {
      expression: 'SET #data.deletedAt = :at, #data.#version = :next, #version = :next REMOVE gsi1pk, gsi1sk',
      names: { '#data': 'data', '#version': 'version' },
      values: { ':at': at, ':next': client.version + 1, ':version': client.version },
      condition: '#version = :version',
    }),
    ...freeCui(company, client),
  ];
}
