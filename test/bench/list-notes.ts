import { counterChanges } from '#shared/documents/common/counters.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { CONVERTIBLE_COUNTERS } from '#shared/documents/lists/convertible.ts';
import { DELIVERY_NOTE_STATUSES, type DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { NEVER_SUBMITTED, NO_TRANSPORT } from '#shared/model/transport.ts';
import { companyKey, type Item, type CompanyId } from '#shared/platform/store/table.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../support/documents.ts';

/** The delivery notes of a company of many documents, for `npm run bench -- lists`. */

/** Pages near and far, every filter, every sort, and several together. */
export function noteQueries(documents: number, clients: readonly string[]): string[] {
  const last = Math.floor(documents / 100);
  const filters = [
    ...DELIVERY_NOTE_STATUSES.map(status => `status=${status}`),
    ...['etransportStatus=ok', 'etransportStatus=nok,uploaded', 'toInvoice=true', `clientId=${clients[7]}`],
    `from=${addDays(today(), -400)}&to=${addDays(today(), -371)}`,
  ];
  const sorts = ['number', 'total', 'dueDate', 'createdAt', 'issueDate'].flatMap(sort =>
    ['asc', 'desc'].map(order => `sort=${sort}&order=${order}`),
  );
  return [
    ...['', 'limit=100', 'limit=100&page=2', `limit=100&page=${Math.ceil(last / 2)}`, `limit=100&page=${last}`],
    ...filters.flatMap(filter => [`limit=100&${filter}`, `limit=100&page=3&${filter}`]),
    ...sorts.flatMap(sort => [`limit=100&${sort}`, `limit=100&page=${Math.ceil(last / 4)}&${sort}`]),
    ...['AVZ-99', 'client+12', 'nothing+like+it'].map(text => `limit=100&search=${text}`),
  ];
}

/** Headers and counters of `documents` notes over `days` days. */
export function* noteItems(documents: number, days: number, company: CompanyId, clients: readonly string[]): Generator<Item> {
  const counts = new Map<string, number>();
  for (let place = 0; place < documents; place++) {
    const issueDate = addDays(today(), -Math.floor(((documents - place) * days) / documents));
    const note = noteAt(place, issueDate, company, clients);
    for (const [name, by] of counterChanges(CONVERTIBLE_COUNTERS, [{ before: null, after: note }]))
      counts.set(name, (counts.get(name) ?? 0) + by);
    const writes = createWrites(DELIVERY_NOTES, note, []);
    yield writes.map(({ operation }) => operation.Put?.Item as Item).find(item => item?.kind === 'delivery-note') as Item;
  }
  yield { ...companyKey(company, 'COUNT#DN'), kind: 'counter', ...Object.fromEntries(counts) };
}

const pick = <T>(values: readonly T[], place: number): T => values[place % values.length] as T;

function noteAt(place: number, issueDate: string, company: CompanyId, clients: readonly string[]): DeliveryNoteDocument {
  const client = Math.floor(place * 7919) % clients.length;
  const status = pick(['converted', 'converted', 'issued', 'converted', 'draft', 'cancelled', 'converted'] as const, place);
  const {
    orderNumber: _,
    contractNumber: _contract,
    ublExtensions: _more,
    ...sale
  } = sampleDocument({
    companyId: company,
    id: newId(),
    number: status === 'draft' ? `DRAFT-${place}` : `AVZ-${issueDate.slice(0, 4)}-${place}`,
    issueDate,
    dueDate: addDays(issueDate, 30),
    seriesId: null,
    series: null,
    clientId: pick(clients, client),
    client: sampleBuyer({ id: pick(clients, client), name: `Client ${client} SRL`, cif: `RO${10_000_000 + client}` }),
    seller: sampleSeller({ id: company }),
    createdAt: `${issueDate}T10:00:00.${String(place % 1000).padStart(3, '0')}Z`,
    lines: [sampleLine({ unitPrice: String(100 + ((place * 37) % 5000) / 10), quantity: '1' })],
  });
  return {
    ...sale,
    status,
    ...{ issuerId: null, cancellationNotes: null, convertedAt: null, convertedInvoiceId: null },
    ...{ invoiceFollows: true, transferCause: null, destination: null, returnOf: null, proformaId: null },
    ...NO_TRANSPORT,
    ...NEVER_SUBMITTED,
    etransportStatus: status === 'draft' ? null : pick(['ok', null, 'nok', 'ok', 'uploaded'] as const, place),
  };
}
