import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import type { ClientView, CreditNote, Invoice, InvoiceList } from '../contract.ts';
import { call } from '../invoices.ts';
import { counts, type Doc, inForce, type Life, openOf, refundDueOf } from './model.ts';
import { EURO_RATE, SHAPES } from './shapes.ts';
import type { World } from './world.ts';

/** After a life: the sums of responses, lists, CSV and the client's totals equal those of the XML files of the valid documents. */

const FIELDS = ['fiscalSubtotal', 'fiscalVatTotal', 'fiscalTotal', 'payableTotal'] as const;
type Stated = Record<(typeof FIELDS)[number], number>;

const toCents = (value: unknown): number => Math.round(Number(value) * 100) + 0;
const of = (valueOf: (field: (typeof FIELDS)[number]) => number): Stated =>
  Object.fromEntries(FIELDS.map(field => [field, valueOf(field)])) as Stated;
const shownBy = (answer: object): Stated => of(field => toCents((answer as Record<string, unknown>)[field]));
const summed = (all: readonly Stated[]): Stated => of(field => all.reduce((sum, one) => sum + one[field], 0));

/** Sums by currency; a currency without documents is left out. */
const byCurrency = (all: readonly { currency: string; stated: Stated }[]): Record<string, Stated> =>
  Object.fromEntries(
    [...Map.groupBy(all, one => one.currency)].map(([currency, ones]) => [currency, summed(ones.map(one => one.stated))]),
  );

/** BT-109, BT-110, BT-112, BT-115 of the XML, in cents, negative for a `CreditNote`. BT-111 is BT-110 at the rate. */
async function xmlOf({ service, people: [scope] }: World, doc: Doc): Promise<Stated> {
  const { status, body } = await call<Buffer>(service, scope, 'GET', `/invoices/${doc.id}/xml`);
  expect(status, doc.id).toBe(200);
  const { root, currency, totals } = readUbl(body.toString());
  expect(currency).toBe(SHAPES[doc.shape].currency);
  const inLei = currency === 'RON' ? null : toCents(totals.vat) * EURO_RATE;
  expect(totals.vatInTaxCurrency === null ? null : toCents(totals.vatInTaxCurrency)).toBe(inLei);
  const signed = (value: string): number => toCents(root === 'CreditNote' ? -Number(value) : value);
  return {
    ...{ fiscalSubtotal: signed(totals.taxExclusive), fiscalVatTotal: signed(totals.vat) },
    ...{ fiscalTotal: signed(totals.taxInclusive), payableTotal: signed(totals.payable) },
  };
}

const ISSUED = ['issued', 'sent_to_provider', 'uploaded', 'validated', 'rejected', 'error', 'cancelled'];

export async function compareSums(life: Life, world: World): Promise<void> {
  const { service, people } = world;
  const [scope] = people;
  const get = async <T>(path: string): Promise<T> => (await call<T>(service, scope, 'GET', path)).body;
  const left = life.docs.filter(doc => doc.status !== 'deleted');
  const details = new Map<Doc, Invoice & CreditNote>();
  const stated: { doc: Doc; currency: string; stated: Stated }[] = [];
  for (const doc of left) {
    details.set(doc, await get(`/invoices/${doc.id}`));
    if (counts(doc)) stated.push({ doc, currency: SHAPES[doc.shape].currency, stated: await xmlOf(world, doc) });
  }
  for (const { doc, stated: xml } of stated) expect(shownBy(details.get(doc) ?? {}), doc.id).toEqual(xml);

  // Sums of the documents with an XML, from the rows; and of all documents, from the counters, with the drafts.
  const drafts = left
    .filter(({ status }) => status === 'draft')
    .map(doc => ({ currency: SHAPES[doc.shape].currency, stated: shownBy(details.get(doc) ?? {}) }));
  const expected = { rows: byCurrency(stated), counters: byCurrency([...stated, ...drafts]) };
  const list = await get<InvoiceList>('/invoices?limit=100&includeTotals=true');
  const issued = await get<InvoiceList>(`/invoices?limit=100&includeTotals=true&status=${ISSUED.join(',')}`);
  const open = (currency: string): number =>
    left
      .filter(doc => inForce(doc) && !doc.note && SHAPES[doc.shape].currency === currency)
      .reduce((sum, doc) => sum + openOf(life, doc), 0);
  for (const [totals, sums] of [
    [issued.totals ?? [], expected.rows],
    [list.totals ?? [], expected.counters],
  ] as const) {
    expect(Object.fromEntries(totals.map(one => [one.currency, shownBy(one)]))).toEqual(sums);
    for (const { currency, role, receivable, payable } of totals)
      expect({ role, receivable: toCents(receivable), payable }).toEqual({
        role: 'sale',
        receivable: open(currency),
        payable: 0,
      });
  }
  expect([list.total, issued.total]).toEqual([left.length, left.length - drafts.length]);

  for (const doc of left) {
    const row = list.data.find(({ id }) => id === doc.id) ?? {};
    expect(shownBy(row), doc.id).toEqual(shownBy(details.get(doc) ?? {}));
    if (!doc.note)
      expect(row, doc.id).toMatchObject({ refundDue: refundDueOf(life, doc) / 100, balance: openOf(life, doc) / 100 });
  }

  const csv = parse(await get<Buffer>('/invoices/export/csv'), { columns: true, bom: true }) as unknown as Record<
    string,
    string
  >[];
  const numbers = new Set(stated.map(({ doc }) => doc.number));
  const cells = csv
    .filter(one => numbers.has(one['Invoice Number']))
    .map(one => ({
      currency: one['Currency'] ?? '',
      stated: shownBy({
        ...{ fiscalSubtotal: one['Fiscal Subtotal'], fiscalVatTotal: one['Fiscal VAT'] },
        ...{ fiscalTotal: one['Fiscal Total'], payableTotal: one['Payable Total'] },
      }),
    }));
  expect(byCurrency(cells)).toEqual(expected.rows);

  const client = await get<ClientView>(`/clients/${scope.clientId}`);
  const inLei = stated.map(({ currency, stated: xml }) => of(field => xml[field] * (currency === 'RON' ? 1 : EURO_RATE)));
  expect(shownBy(client)).toEqual(summed(inLei));
}
