import { expecting } from '../../../infra/local/api-client.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { InvoiceList } from '../contract.ts';
import { type Crediting, creditingIn } from '../credit-notes.ts';
import { call, connect, xmlOf } from '../invoices.ts';
import { keyWith } from '../members.ts';
import type { Scope, Service } from '../service.ts';
import { deliver, synchronize } from '../taxauth/received.ts';
import { deskOf } from './desk.ts';
import { OWN, RECEIVED } from './documents.ts';
import { MAKERS, PAYMENTS, PREPARED } from './own-documents.ts';
import { SUPPLIED } from './received-documents.ts';

/** Keeps the books of documents.ts by the API: creates on each day, by the local clock, the documents of that day. */

/** The tax numbers of the company and of its suppliers, in Romania without `RO`. */
const CIFS = { company: '18547290', Vest: '14399840', Tisa: '12345674', Nord: '29074154' };
type Supplier = Exclude<keyof typeof CIFS, 'company'>;

const STATUS: Record<keyof typeof CIFS, Record<string, unknown>> = {
  company: { name: 'Casa de Lemn SRL' },
  Vest: { name: 'Vest SRL' },
  Tisa: { name: 'Tisa SRL', vatOnCollection: true },
  Nord: { name: 'Nord PFA', vatPayer: false, vatCode: null },
};

const NO_NUMBERS = { cui: null, vatCode: null, registrationNumber: null, county: null, postalCode: null };
const BUYERS: Record<string, Record<string, unknown>> = {
  Alfa: { name: 'Alfa SRL', cui: 'RO38462015', vatCode: 'RO38462015' },
  Beta: { name: 'Beta SRL', cui: 'RO40123452', vatCode: 'RO40123452' },
  Gamma: { name: 'Gamma SRL', cui: 'RO1590082', vatCode: 'RO1590082' },
  Ana: { ...NO_NUMBERS, type: 'individual', name: 'Ana Pop', isVatPayer: false, county: 'Cluj' },
  Berlin: { ...NO_NUMBERS, name: 'Berlin GmbH', cui: 'DE136695976', vatCode: 'DE136695976', country: 'DE', city: 'Berlin' },
  Boston: { ...NO_NUMBERS, name: 'Boston Inc', cui: 'US-55', isVatPayer: false, country: 'US', city: 'Boston' },
};

const FIRST_DAY = '2026-10-01';
/** The days on which the company fetches its received documents, and reads the totals of its months. */
const CLOSINGS = ['2026-10-31', '2026-11-27'];
/** The months, each with its last day. */
export const MONTHS = { '2026-10': '2026-10-31', '2026-11': '2026-11-30' };
export type Month = keyof typeof MONTHS;

export type Totals = NonNullable<InvoiceList['totals']>;

export interface Books {
  /** The company. */
  scope: Scope & { cif: string };
  /** Ids of its documents by their names in documents.ts. */
  ids: ReadonlyMap<string, string>;
  /** Ids of clients by name. */
  clients: ReadonlyMap<string, string>;
  /** The totals of months as they were read at a closing. */
  totals: { read: string; month: string; totals: Totals }[];
  /** The VAT of October's purchases as it was read at a closing, in cents. */
  deduction: { read: string; deductible: number; deferred: number; assessed: number }[];
}

export const monthOf = (day: string): string => day.slice(0, 7);
/** The filter of a month in lists and exports. */
export const inMonth = (month: Month): string => `from=${month}-01&to=${MONTHS[month]}`;

export async function keepBooks(service: Service): Promise<Books> {
  const turnTo = async (instant: string): Promise<void> => {
    await expecting(200, 'The clock', service.api('POST', '/_local/clock', { body: { set: instant } }));
    await service.idle();
  };
  await turnTo(`${FIRST_DAY}T08:00:00Z`);
  await expecting(202, 'Exchange rates', service.api('POST', '/_local/schedules/exchange-rates/run'));
  await service.idle();

  const user = await service.newUser();
  const token = await keyWith(service, user, PERMISSIONS);
  const companyOf = async (name: keyof typeof CIFS): Promise<Scope & { cif: string }> => {
    const cif = CIFS[name];
    const { company } = await service.newCompany(user, { cif, vatCode: `RO${cif}`, ...STATUS[name] });
    return { token, company, cif };
  };
  const scope = await companyOf('company');
  await connect(service, { ...scope, token: user.token });

  const clients = new Map<string, string>();
  for (const [name, fields] of Object.entries(BUYERS)) clients.set(name, (await service.newClient(scope, fields)).id);
  const own = await creditingIn(service, { ...scope, clientId: '' });

  const suppliers = new Map<Supplier, Crediting>();
  for (const name of ['Vest', 'Tisa', 'Nord'] as const) {
    const supplier = await companyOf(name);
    const buyer = { name: 'Casa de Lemn SRL', cui: `RO${scope.cif}`, vatCode: `RO${scope.cif}` };
    const { id: clientId } = await service.newClient(supplier, buyer);
    suppliers.set(name, await creditingIn(service, { ...supplier, clientId }));
  }

  const made = new Map<string, string>();
  const prepared = new Map<string, string>();
  const deskFor = (day: string, client: string) =>
    deskOf(service, { scope: { ...own, clientId: clients.get(client) ?? '' }, day, made, prepared });
  const books: Books = { scope, ids: new Map(), clients, totals: [], deduction: [] };
  /** Number and seller of documents that suppliers have sent, by which the company finds them. */
  const sent = new Map<string, { number: string; seller: string }>();

  const acts: { day: string; run: () => Promise<unknown> }[] = [
    ...PREPARED.map(({ day, client, name, make }) => ({
      day,
      run: async () => prepared.set(name, await make(deskFor(day, client))),
    })),
    ...OWN.map(({ doc, day, client }) => ({ day, run: async () => made.set(doc, await MAKERS[doc]!(deskFor(day, client))) })),
    ...PAYMENTS.map(({ doc, day, amount }) => ({ day, run: () => deskFor(day, '').pay(doc, amount) })),
    ...RECEIVED.map(({ doc, day, from }) => ({ day, run: () => receive(doc, day, from as Supplier) })),
    ...CLOSINGS.map(day => ({ day, run: () => close(day) })),
  ];

  /** A supplier makes a document, which reaches the company through the tax authority. */
  async function receive(doc: string, day: string, from: Supplier): Promise<void> {
    const supplier = suppliers.get(from)!;
    const id = await SUPPLIED[doc]!(deskOf(service, { scope: supplier, day, made, prepared }));
    made.set(doc, id);
    const { body } = await call<{ number: string }>(service, supplier, 'GET', `/invoices/${id}`);
    sent.set(doc, { number: body.number, seller: doc === 'R07' ? scope.cif : CIFS[from] });
    await deliver(service, scope, await xmlOf(service, supplier, id));
  }

  async function close(read: string): Promise<void> {
    await synchronize(service, scope);
    for (const month of Object.keys(MONTHS) as Month[]) {
      const { body } = await call<InvoiceList>(service, scope, 'GET', `/invoices?includeTotals=true&${inMonth(month)}`);
      if (body.totals!.length > 0) books.totals.push({ read, month, totals: body.totals! });
    }
    const list = `/invoices?direction=incoming&limit=100`;
    const { body } = await call<{ data: { id: string; number: string; supplier: { cif: string } }[] }>(
      service,
      scope,
      'GET',
      list,
    );
    const ids = new Map([...made].filter(([doc]) => doc.startsWith('D')));
    for (const [doc, { number, seller }] of sent) {
      const found = body.data.filter(row => row.number === number && row.supplier.cif.replace('RO', '') === seller);
      if (found.length !== 1) throw new Error(`${doc}, ${number} of ${seller}, is ${found.length} times in the list.`);
      ids.set(doc, found[0]!.id);
    }
    books.ids = ids;
    books.deduction.push({ read, ...(await octoberDeduction(service, books)) });
  }

  for (const day of [...new Set(acts.map(act => act.day))].sort()) {
    // The evening before, for the rate that is published then: a recurring invoice is issued after midnight.
    if (day !== FIRST_DAY) await turnTo(`${addDays(day, -1)}T20:00:00Z`);
    await turnTo(`${day}T08:00:00Z`);
    for (const act of acts.filter(one => one.day === day)) await act.run();
  }
  return books;
}

interface Deduction {
  vatDeductible: number | null;
  vatDeferred: number | null;
  vatSelfAssessed: number | null;
}

async function octoberDeduction(service: Service, { scope, ids }: Books) {
  const sum = { deductible: 0, deferred: 0, assessed: 0 };
  for (const { doc, day } of RECEIVED) {
    if (monthOf(day) !== '2026-10') continue;
    const { body } = await call<Deduction>(service, scope, 'GET', `/invoices/${ids.get(doc)}`);
    sum.deductible += Math.round((body.vatDeductible ?? 0) * 100);
    sum.deferred += Math.round((body.vatDeferred ?? 0) * 100);
    sum.assessed += Math.round((body.vatSelfAssessed ?? 0) * 100);
  }
  return sum;
}
