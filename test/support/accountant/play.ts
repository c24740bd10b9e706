import { expecting } from '../../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { call } from '../invoices.ts';
import { keyWith, whoAmI } from '../members.ts';
import type { Scope, Service } from '../service.ts';
import { synchronize } from '../taxauth/received.ts';
import { type BankTable, bankTable } from './bank.ts';
import { bodyOf, type Desk, takingBackOf } from './requests.ts';
import { type Company, COMPANIES, type Party, type SentDocument, type SentMonth, type SentPayment } from './sent.ts';

/** Says the year of the three companies to a local service: by its API, month by month, with the clock at the end of each. */

export const CIFS: Record<Company, string> = { V: '18547290', T: '12345674', N: '29074154' };
const STATUS: Record<Company, Record<string, unknown>> = {
  V: { name: 'Casa de Lemn SRL' },
  T: { name: 'Tisa SRL', vatOnCollection: true },
  N: { name: 'Nord PFA', vatPayer: false, vatCode: null },
};
const NO_NUMBERS = { cui: null, vatCode: null, registrationNumber: null, county: null, postalCode: null };
const BUYERS: Record<Party, Record<string, unknown>> = {
  V: { name: STATUS.V['name'], cui: `RO${CIFS.V}`, vatCode: `RO${CIFS.V}` },
  T: { name: STATUS.T['name'], cui: `RO${CIFS.T}`, vatCode: `RO${CIFS.T}` },
  N: { name: STATUS.N['name'], cui: CIFS.N, vatCode: null, isVatPayer: false },
  Alfa: { name: 'Alfa SRL', cui: 'RO38462015', vatCode: 'RO38462015' },
  Ana: { ...NO_NUMBERS, type: 'individual', name: 'Ana Pop', isVatPayer: false, county: 'Cluj' },
  Berlin: { ...NO_NUMBERS, name: 'Berlin GmbH', cui: 'DE136695976', vatCode: 'DE136695976', country: 'DE', city: 'Berlin' },
  Boston: { ...NO_NUMBERS, name: 'Boston Inc', cui: 'US-55', isVatPayer: false, country: 'US', city: 'Boston' },
};

/** The names by which reports show the parties. */
export const NAMES = Object.fromEntries(Object.entries(BUYERS).map(([party, { name }]) => [party, name])) as Record<
  Party,
  string
>;

/** Documents in a request. */
const IN_BATCH = 50;
/** Requests at the same time: the process of the local system has one thread. */
const AT_ONCE = 4;

/** A company with its desk, and the ids of what it has by the places of documents and payments. */
export interface Office extends Scope, Desk {
  cif: string;
  ids: Map<number, string>;
  payments: Map<number, string>;
  /** What the authority's list shows of its documents: whether it is a credit note, and the number; by their places. */
  numbers: Map<number, string>;
}
export type Offices = Record<Company, Office>;

export async function inTurns<Of>(all: readonly Of[], act: (one: Of) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

interface Numbered {
  id: string;
  number: string;
  isCreditNote: boolean;
}
interface BatchResult {
  status: number;
  invoice: Numbered | null;
  error: unknown;
}
interface Listed extends Numbered {
  supplier: { cif: string | null };
}

const keyOf = ({ number, isCreditNote }: Numbered): string => `${isCreditNote ? 'credit note' : 'invoice'} ${number}`;

function keep(office: Office, { place }: SentDocument, made: Numbered): void {
  office.ids.set(place, made.id);
  office.numbers.set(place, keyOf(made));
}

/** The bank publishes its rates of a year; the clock is turned back to its beginning. */
export async function publishRates(service: Service, year: number): Promise<BankTable> {
  await turnTo(service, `${year + 1}-01-08T18:00:00Z`);
  await expecting(202, 'Exchange rates', service.api('POST', '/_local/schedules/exchange-rates/run'));
  await service.idle();
  const table = await bankTable(service.runtime.engines.exchangeRates.endpoint, [year - 1, year]);
  await turnTo(service, `${year}-01-08T12:00:00Z`);
  return table;
}

/** Opens the three companies. */
export async function openOffices(service: Service): Promise<Offices> {
  await expecting(200, 'The authority', service.api('PUT', '/_local/taxauth', { body: { processing: 0 } }));
  const user = await service.newUser();
  const { organization } = await whoAmI(service, user);
  await service.api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'business' } });
  const token = await keyWith(service, user, PERMISSIONS);
  const open = async (name: Company): Promise<[Company, Office]> => {
    const cif = CIFS[name];
    const { company } = await service.newCompany(user, { cif, vatCode: `RO${cif}`, ...STATUS[name] });
    const scope = { token, company };
    const access = await expecting<{ token: string }>(
      201,
      'A token',
      service.api('POST', '/_local/taxauth/tokens', { body: { cif, expiresInDays: 500 } }),
    );
    const body = { token: access.token, companyId: company };
    await expecting(201, 'Connecting', service.api('POST', '/api/v1/taxauth/tokens', { token: user.token, company, body }));
    const clients = new Map<Party, string>();
    for (const [party, fields] of Object.entries(BUYERS) as [Party, object][])
      if (party !== name) clients.set(party, (await service.newClient(scope, { ...fields })).id);
    const get = <T>(path: string): Promise<T> => expecting<T>(200, path, service.api('GET', `/api/v1${path}`, scope));
    const [series] = await get<{ id: string }[]>('/document-series?type=credit_note');
    const own = { prefix: 'AFV', type: 'invoice' };
    const selfBilled = await expecting<{ id: string }>(
      201,
      'A series',
      service.api('POST', '/api/v1/document-series', { ...scope, body: own }),
    );
    const rates = await get<{ id: string; rate: number }[]>('/vat-rates');
    return [
      name,
      {
        ...{ ...scope, cif, clients, creditSeries: series?.id ?? '', selfBilledSeries: selfBilled.id },
        ...{
          rates: new Map(rates.map(({ id, rate }) => [String(rate), id])),
          ids: new Map(),
          payments: new Map(),
          numbers: new Map(),
        },
      },
    ];
  };
  const made: [Company, Office][] = [];
  for (const name of COMPANIES) made.push(await open(name));
  return Object.fromEntries(made) as Offices;
}

export async function turnTo(service: Service, instant: string): Promise<void> {
  await expecting(200, 'The clock', service.api('POST', '/_local/clock', { body: { set: instant } }));
  await service.idle();
}

/** All that happens in a month. */
export async function playMonth(service: Service, offices: Offices, month: SentMonth): Promise<void> {
  await turnTo(service, `${month.lastDay}T18:00:00Z`);
  /** POST, again while the service is busy: then nothing was done. */
  const post = async <T>(scope: Scope, status: number, path: string, body?: object): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const answer = await service.api('POST', `/api/v1${path}`, { ...scope, body });
      if (answer.status !== 503 || tries === 20)
        return expecting<T>(status, `${path} ${JSON.stringify(body)}`, Promise.resolve(answer));
    }
  };
  const idOf = (document: SentDocument, books: Company): string => {
    const id = offices[books].ids.get(document.place);
    if (id === undefined) throw new Error(`${books} does not have document ${document.place}.`);
    return id;
  };

  async function batch(issuer: Company, documents: readonly SentDocument[], issue: boolean): Promise<void> {
    const office = offices[issuer];
    for (let first = 0; first < documents.length; first += IN_BATCH) {
      const part = documents.slice(first, first + IN_BATCH);
      const body = { issue, invoices: part.map(document => bodyOf(document, office)) };
      let results: BatchResult[];
      // What a batch does not do in its 20 seconds, its repetition does (INV-84).
      do
        ({ results } = await expecting<{ results: BatchResult[] }>(
          200,
          'A batch',
          service.api('POST', '/api/v1/invoices/batch', { ...office, body }),
        ));
      while (results.some(({ status }) => status === 503));
      for (const [place, { status, invoice, error }] of results.entries()) {
        if (status !== 201 || !invoice) throw new Error(`${JSON.stringify(body.invoices[place])}: ${JSON.stringify(error)}`);
        keep(office, part[place]!, invoice);
      }
    }
  }

  async function creditOrReverse(document: SentDocument): Promise<void> {
    const office = offices[document.issuer];
    if (document.kind === 'credit') {
      const { id } = await post<{ id: string }>(office, 201, '/invoices', bodyOf(document, office));
      return keep(office, document, await post<Numbered>(office, 200, `/invoices/${id}/issue`));
    }
    const path = `/invoices/${idOf(document.parent!, document.issuer)}/${document.kind}`;
    keep(office, document, await post<Numbered>(office, 201, path, takingBackOf(document)));
  }

  async function pay({ place, document, books, amount, date }: SentPayment): Promise<void> {
    const path = `/invoices/${idOf(document, books)}/payments`;
    const { payment } = await post<{ payment: { id: string } }>(offices[books], 201, path, {
      amount: amount / 100,
      paymentDate: date,
      idempotencyKey: `payment ${place}`,
    });
    offices[books].payments.set(place, payment.id);
  }

  const cancel = (document: SentDocument): Promise<unknown> =>
    post(offices[document.issuer], 200, `/invoices/${idOf(document, document.issuer)}/cancel`, { reason: 'Emisă din greșeală' });

  for (const issuer of COMPANIES) {
    const own = (documents: readonly SentDocument[]): SentDocument[] => documents.filter(one => one.issuer === issuer);
    await batch(issuer, own(month.documents), true);
    await batch(issuer, own(month.drafts), false);
    // What takes back or settles, in its order: numbers follow the days.
    for (const document of own(month.followers))
      if (document.kind === 'invoice') await batch(issuer, [document], true);
      else await creditOrReverse(document);
  }
  await inTurns(month.payments, pay);
  await inTurns(month.removed, async ({ place, document, books }) => {
    const path = `/api/v1/invoices/${idOf(document, books)}/payments/${offices[books].payments.get(place)}`;
    await expecting(204, path, service.api('DELETE', path, offices[books]));
  });
  await inTurns(month.voided, cancel);
  await inTurns(month.submitted, document =>
    post(offices[document.issuer], 200, `/invoices/${idOf(document, document.issuer)}/submit`),
  );
  await turnTo(service, `${month.lastDay}T18:10:00Z`);
  await inTurns(month.cancelled, cancel);
  for (const books of COMPANIES) await synchronize(service, offices[books]);
  await findArrivals(service, offices, month);
  await inTurns(month.bookings, async ({ document, books, ...notes }) => {
    const path = `/api/v1/invoices/${idOf(document, books)}`;
    const body = {
      ...(notes.deductiblePercent !== undefined && { vatDeductiblePercent: notes.deductiblePercent }),
      ...(notes.receivedDate !== undefined && { receivedDate: notes.receivedDate }),
    };
    await expecting(200, path, service.api('PUT', path, { ...offices[books], body }));
  });
  await inTurns(month.laterPayments, pay);
}

/** Finds the ids of what has arrived, by the number that the issuer gave it. */
async function findArrivals(service: Service, offices: Offices, { arrivals }: SentMonth): Promise<void> {
  for (const books of COMPANIES) {
    const office = offices[books];
    const known = new Set(office.ids.values());
    const found = new Map<string, string>();
    // Sorted by their entry, so that those of this run come first.
    for (const list of ['direction=incoming', 'direction=outgoing&search=AFV', 'direction=incoming&isCreditNote=true'])
      for (let page = 1, pages = 1; page <= pages; page++) {
        const path = `/invoices?${list}&sort=createdAt&order=desc&limit=100&page=${page}`;
        const { body } = await call<{ data: Listed[]; pages: number }>(service, office, 'GET', path);
        const fresh = body.data.filter(({ id }) => !known.has(id));
        for (const row of fresh) found.set(`${keyOf(row)} of ${row.supplier.cif?.replace(/\D/g, '')}`, row.id);
        if (fresh.length > 0) ({ pages } = body);
      }
    for (const { document } of arrivals.filter(one => one.books === books)) {
      const seller = document.kind === 'selfBilled' ? office.cif : offices[document.issuer].cif;
      const key = `${offices[document.issuer].numbers.get(document.place)} of ${seller}`;
      const id = found.get(key);
      if (id === undefined) throw new Error(`${books} does not find ${key} among ${[...found.keys()].join(', ')}.`);
      office.ids.set(document.place, id);
    }
  }
}

/** Ids of payments that were recorded with their invoices. */
export async function findCollected(service: Service, offices: Offices, documents: readonly SentDocument[]): Promise<void> {
  await inTurns(
    documents.filter(({ collected }) => collected !== undefined),
    async ({ issuer, place }) => {
      const office = offices[issuer];
      const { body } = await call<{ id: string }[]>(service, office, 'GET', `/invoices/${office.ids.get(place)}/payments`);
      // Ids are in the order of their creation.
      const [first] = body.map(({ id }) => id).toSorted();
      if (first) office.payments.set(-1 - place, first);
    },
  );
}
