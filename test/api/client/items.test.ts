import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  type components,
  createInvoicingClient,
  type InvoicingClient,
  items,
  type ListItem,
  type ListParameters,
  type ListPath,
} from '../../../clients/typescript/src/index.ts';
import { creditingIn, creditIssued } from '../../support/credit-notes.ts';
import { LONG } from '../../support/effort.ts';
import { CASES } from '../../support/matrix/endpoints.ts';
import { isPaged } from '../../support/matrix/paged.ts';
import { makeRecord, resourceOf } from '../../support/matrix/resources.ts';
import { call, draft, issued } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

/** `items` of the typed client yields every record of every list with pages, over all its pages. */

type Schemas = components['schemas'];

/** Creates a record of a list, with the parents that its path names, and reads the id of an item. */
interface List<Path extends ListPath> {
  make?: (scope: Scope, parents: Record<string, string>) => Promise<string>;
  idOf: (item: ListItem<Path>) => string;
}

const service = useService();
const byId = ({ id }: { id: string }): string => id;
const byUuid = ({ uuid }: { uuid: string }): string => uuid;

/** A client with an account. */
async function invoicedClient(own: Scope): Promise<string> {
  const clientId = await makeRecord(service(), own, resourceOf('/api/v1/clients/{uuid}', 'uuid'), {});
  await issued(service(), own, { clientId });
  return clientId;
}

/** The compiler rejects a missing list, and a path that is no list. */
const LISTS: { [Path in ListPath]: List<Path> } = {
  '/api/v1/allocations': { idOf: byUuid },
  '/api/v1/clients': { idOf: byId },
  '/api/v1/clients/{uuid}': {
    make: async (scope, { uuid: clientId = '' }) => (await draft(service(), scope, { clientId })).id,
    idOf: byId,
  },
  '/api/v1/deadlines': {
    make: own => makeRecord(service(), own, resourceOf('/api/v1/companies/{uuid}', 'uuid'), {}),
    idOf: ({ company }) => company.id,
  },
  '/api/v1/delivery-notes': { idOf: byUuid },
  '/api/v1/efactura-messages': { idOf: byUuid },
  '/api/v1/invoices': { idOf: byId },
  '/api/v1/products': { idOf: byId },
  '/api/v1/proforma-invoices': { idOf: byUuid },
  '/api/v1/receipts': { idOf: byUuid },
  '/api/v1/recurring-invoices': { idOf: byId },
  '/api/v1/reports/balance': { make: own => invoicedClient(own), idOf: ({ partnerKey }) => partnerKey },
  '/api/v1/reports/cash-journal': {
    make: own => makeRecord(service(), own, resourceOf('/api/v1/receipts/{uuid}', 'uuid'), {}),
    idOf: ({ receiptId, documentId }) => receiptId ?? documentId ?? '',
  },
  '/api/v1/reports/exchange-differences': {
    // A credit note at another rate makes a difference without any published rate.
    make: async own => {
      const { id, clientId } = await issued(service(), own, { currency: 'EUR', exchangeRate: 5 });
      const crediting = await creditingIn(service(), { ...own, clientId: clientId ?? '' });
      await creditIssued(service(), crediting, { id }, { currency: 'EUR', exchangeRate: 5.1 });
      return id;
    },
    idOf: ({ documentId }) => documentId ?? '',
  },
  '/api/v1/reports/journal': {
    make: async own => (await issued(service(), own)).id,
    idOf: ({ documentId }) => documentId,
  },
  // A client has an account for each currency.
  '/api/v1/reports/ledger': {
    make: async own => `${await invoicedClient(own)} RON`,
    idOf: ({ partnerKey, currency }) => `${partnerKey} ${currency}`,
  },
  '/api/v1/reports/opening-balances': {
    make: async own => {
      const partnerId = await makeRecord(service(), own, resourceOf('/api/v1/clients/{uuid}', 'uuid'), {});
      const body = { role: 'sale', partnerId, date: '2025-12-31', amount: 100 };
      await call(service(), own, 'PUT', '/reports/opening-balances', body);
      return partnerId;
    },
    idOf: ({ partnerId }) => partnerId,
  },
  '/api/v1/suppliers': { idOf: byId },
  '/api/v1/webhooks/{uuid}/deliveries': { idOf: byUuid },
};

let scope: Scope;
let client: InvoicingClient;
beforeAll(async () => {
  const user = await service().newUser();
  scope = await service().newCompany(user);
  client = createInvoicingClient({ baseUrl: service().url, credentials: { token: scope.token }, company: scope.company });
});

describe('items', () => {
  it('are typed for each list', () => {
    expectTypeOf<ListItem<'/api/v1/clients'>>().toEqualTypeOf<Schemas['ListedClient']>();
    expectTypeOf<ListItem<'/api/v1/suppliers'>>().toEqualTypeOf<Schemas['ListedSupplier']>();
    expectTypeOf<ListItem<'/api/v1/clients/{uuid}'>>().toEqualTypeOf<Schemas['ClientDetail']['invoiceHistory'][number]>();
    expectTypeOf<ListItem<'/api/v1/products'>>().toEqualTypeOf<Schemas['Product']>();
    expectTypeOf<ListParameters<'/api/v1/clients/{uuid}'>['path']>().toEqualTypeOf<{ uuid: string }>();
    // @ts-expect-error a list of one client needs its id
    void (() => items(client, '/api/v1/clients/{uuid}'));
    // @ts-expect-error members have no pages
    void (() => items(client, '/api/v1/members'));
    // The lists with pages by their definitions, not by their types.
    expect(
      CASES.filter(isPaged)
        .map(({ definition }) => definition.path)
        .toSorted(),
    ).toEqual(Object.keys(LISTS));
  });

  const lists = Object.entries(LISTS);
  it.each(LONG ? lists : lists.slice(0, 2))('%s: yields the records of all pages, each once', async (path, list) => {
    const { make, idOf } = list as List<ListPath>;
    const template = path.endsWith('}') ? path : `${path}/{${path.endsWith('/deliveries') ? 'deliveryUuid' : 'uuid'}}`;
    const parents: Record<string, string> = {};
    if (path.includes('{uuid}')) parents['uuid'] = await makeRecord(service(), scope, resourceOf(path, 'uuid'), {});
    const made: string[] = [];
    for (let time = 0; time < 3; time++) {
      const name = template.endsWith('{deliveryUuid}') ? 'deliveryUuid' : 'uuid';
      made.push(await (make?.(scope, parents) ?? makeRecord(service(), scope, resourceOf(template, name), parents)));
    }
    await service().idle();
    const found: string[] = [];
    // The parameters of a list depend on its path, which is only known when the test runs.
    const parameters = { path: parents, query: { limit: 2 } } as ListParameters<ListPath>;
    for await (const item of items(client, path as ListPath, parameters)) found.push(idOf(item));
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(made));
    // Other records of the company may be in the list: those of clients that notes and invoices need.
    expect(found.length).toBeGreaterThan(2);
  });
});
