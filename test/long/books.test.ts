import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ClientView, CreditNote, Export, Invoice, InvoiceList, SupplierPage, SupplierView } from '../support/contract.ts';
import type { TaxDeclaration, VatReport } from '../support/contract.ts';
import { BY_KIND, CLIENTS, MONTH_BY_KIND, OCTOBER_DEDUCTION, SUPPLIERS, TOTALS } from '../support/books/months.ts';
import { OF_LINES, OWN, RECEIVED } from '../support/books/documents.ts';
import { RETURN_ROWS } from '../support/books/returns.ts';
import { addTo, cents, type Figures, figuresOf, fiscalFiguresOf, written } from '../support/books/figures.ts';
import { type Books, inMonth, keepBooks, type Month, monthOf, MONTHS } from '../support/books/keep.ts';
import { baseInLei, kindOf, type RatedDocument } from '../support/books/kinds.ts';
import { readXml, type XmlFigures } from '../support/books/xml-figures.ts';
import { call, xmlOf } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

/**
 * * The books of two months: 31 documents that a company issued and 11 that it received, all created by the API. Every figure was
 * calculated by hand (test/support/books/documents.ts, months.ts) and must be the same, to the cent, in the JSON of the document, in its
 * XML, in the list, in the sums of the list and in the CSV export.
 */

const service = useOwnService({ exchangeRates: true });

type Shown = Invoice & CreditNote & RatedDocument;
interface Entry {
  json: Shown;
  xml: XmlFigures;
  row: InvoiceList['data'][number] & Shown;
  csv: Record<string, string>;
}

const ALL = [...OWN, ...RECEIVED];
/** Cancelled before it was sent: it is shown, and counts nowhere. */
const VOID = 'D25';

let books: Books;
const entries = new Map<string, Entry>();
const entryOf = (doc: string): Entry => entries.get(doc)!;
const get = async <T>(path: string): Promise<T> => (await call<T>(service(), books.scope, 'GET', path)).body;

beforeAll(async () => {
  books = await keepBooks(service());
  const list = await get<{ data: Entry['row'][] }>('/invoices?limit=100');
  const csv = await rowsOfCsv('');
  for (const { doc } of ALL) {
    const id = books.ids.get(doc)!;
    const json = await get<Shown>(`/invoices/${id}`);
    const ofCsv = csv.filter(row => keyOfCsv(row) === keyOf(json));
    expect(ofCsv.length, `rows of ${doc} in the CSV export`).toBe(1);
    const xml = readXml(await xmlOf(service(), books.scope, id));
    entries.set(doc, { json, xml, row: list.data.find(row => row.id === id)!, csv: ofCsv[0]! });
  }
  expect([list.data.length, csv.length]).toEqual([ALL.length, ALL.length]);
});

const parsed = (csv: Buffer): Record<string, string>[] => parse(csv, { columns: true, bom: true });
const rowsOfCsv = async (filter: string) => parsed(await get<Buffer>(`/invoices/export/csv${filter}`));

/** Numbers are unique per issuer: of the company, or of the supplier. */
const keyOf = ({ direction, number, supplier }: Shown): string =>
  direction === 'outgoing' ? `outgoing ${number}` : `incoming ${number} ${digits(supplier.cif)}`;
const keyOfCsv = (row: Record<string, string>): string =>
  row['Direction'] === 'outgoing'
    ? `outgoing ${row['Invoice Number']}`
    : `incoming ${row['Invoice Number']} ${digits(row['Supplier CIF'])}`;
const digits = (cif: string | null | undefined): string => (cif ?? '').replace(/\D/g, '');

/** The sums of the lines, which the contract calls subtotal, vatTotal (vatAmount on credit notes) and total. */
const ofLines = (shown: Shown): Figures =>
  figuresOf({ base: shown.subtotal, vat: shown.vatTotal ?? shown.vatAmount, total: shown.total });

describe('each document has the figures calculated by hand in JSON, XML, list and CSV', () => {
  it.each(ALL)('$doc: $what', stated => {
    const { json, xml, row, csv } = entryOf(stated.doc);
    const expected = figuresOf(stated);
    const ofCsv = {
      base: csv['Fiscal Subtotal']!,
      vat: csv['Fiscal VAT']!,
      total: csv['Fiscal Total']!,
      toPay: csv['Payable Total']!,
    };
    expect({ json: fiscalFiguresOf(json), xml: xml.figures, row: fiscalFiguresOf(row), csv: figuresOf(ofCsv) }).toEqual({
      ...{ json: expected, xml: expected, row: expected, csv: expected },
    });
    const lines = figuresOf(OF_LINES.find(({ doc }) => doc === stated.doc) ?? { ...stated, toPay: stated.total });
    const linesOfCsv = { base: csv['Subtotal']!, vat: csv['VAT Total']!, total: csv['Total']! };
    expect({ json: ofLines(json), row: ofLines(row), csv: figuresOf(linesOfCsv) }).toEqual({
      json: lines,
      row: lines,
      csv: lines,
    });
    const days = { json: json.issueDate, row: row.issueDate, csv: csv['Issue Date'] };
    expect(days).toEqual({ json: stated.day, row: stated.day, csv: stated.day });
    const currencies = { json: json.currency, xml: xml.currency, row: row.currency, csv: csv['Currency'] };
    const { currency } = stated;
    expect(currencies).toEqual({ json: currency, xml: currency, row: currency, csv: currency });
    expect(json.exchangeRate).toBe(Number(stated.rate));
  });

  it.each(ALL)('$doc: the open amount is $open', ({ doc, open }) => {
    const { json, row, csv } = entryOf(doc);
    // Credit notes show no balance in JSON.
    const shown = [json.balance, row.balance, csv['Balance']].filter(value => value !== undefined);
    expect(shown.map(value => written(cents(value)))).toEqual(shown.map(() => open));
  });

  it(`${VOID} is cancelled in JSON, list and CSV`, () => {
    const { json, row, csv } = entryOf(VOID);
    expect([json.status, row.status, csv['Status']]).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it.each(RECEIVED)('$doc: VAT of $deductible deductible, $deferred deferred, $assessed self-assessed', stated => {
    const { vatDeductible, vatDeferred, vatSelfAssessed } = entryOf(stated.doc).json;
    const texts = [vatDeductible, vatDeferred, vatSelfAssessed].map(value => (value == null ? '' : written(cents(value))));
    expect(texts).toEqual([stated.deductible, stated.deferred, stated.assessed]);
  });
});

interface InLei {
  base: number;
  vat: number;
}

/** The VAT groups of a document by kind, in lei, from its XML and the rates in its JSON. */
function byKind(doc: string): { kind: string; inLei: InLei }[] {
  const { json, xml } = entryOf(doc);
  const all = new Map([...entries.values()].map(one => [one.json.id, one.json]));
  return xml.groups.map(group => ({
    kind: kindOf(xml, group, books.scope.cif),
    inLei: xml.vatInLei === null ? { base: group.base, vat: group.vat } : { base: baseInLei(json, all), vat: xml.vatInLei },
  }));
}
const lineOf = (kind: string, { base, vat }: InLei): string => `${kind}: ${written(base)} and ${written(vat)}`;

describe('by kind, in lei', () => {
  it.each(ALL.filter(({ doc }) => doc !== VOID))('$doc: $what', ({ doc }) => {
    const expected = BY_KIND.filter(row => row.doc === doc).map(({ kind, base, vat }) => `${kind}: ${base} and ${vat}`);
    expect(byKind(doc).map(({ kind, inLei }) => lineOf(kind, inLei))).toEqual(expected);
  });

  it.each(Object.keys(MONTHS) as Month[])('the documents of %s add up to its figures', month => {
    const sums = new Map<string, InLei>();
    for (const { doc, day } of ALL)
      if (doc !== VOID && monthOf(day) === month) for (const { kind, inLei } of byKind(doc)) addTo(sums, kind, inLei);
    const expected = MONTH_BY_KIND.filter(row => row.month === month).map(({ kind, base, vat }) => `${kind}: ${base} and ${vat}`);
    expect([...sums].map(([kind, sum]) => lineOf(kind, sum)).sort()).toEqual(expected.sort());
  });

  it('the VAT of purchases in October is deductible, deferred and self-assessed, before and after the credit of November', () => {
    const read = books.deduction.map(row => ({
      ...{
        read: row.read,
        deductible: written(row.deductible),
        deferred: written(row.deferred),
        assessed: written(row.assessed),
      },
    }));
    expect(read).toEqual(OCTOBER_DEDUCTION);
  });
});

/** Sums of documents by currency and role, from the figures of each. */
function sumsOf(month: Month, figures: (entry: Entry) => Figures): Map<string, Figures> {
  const sums = new Map<string, Figures>();
  for (const { doc, day, currency } of ALL) {
    if (doc === VOID || monthOf(day) !== month) continue;
    const role = entryOf(doc).xml.seller === books.scope.cif ? 'sale' : 'purchase';
    addTo(sums, `${currency} ${role}`, figures(entryOf(doc)));
  }
  return sums;
}

describe('the sums of a month by currency and role', () => {
  const readings = [...new Set(TOTALS.map(({ read, month }) => `${month} read on ${read}`))];

  it.each(readings)('in the totals of the list: %s', reading => {
    const of = (row: { read: string; month: string }): boolean => `${row.month} read on ${row.read}` === reading;
    const shown = books.totals.filter(of).flatMap(({ read, month, totals }) =>
      totals.map(({ currency, role, ...amounts }) => ({
        ...{ read, month, currency, role },
        ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, written(cents(value))])),
      })),
    );
    expect(shown).toEqual(TOTALS.filter(of));
  });

  it.each(Object.keys(MONTHS) as Month[])('in the XML files, the rows of the list and the CSV export: %s', async month => {
    const right = new Map(
      TOTALS.filter(row => row.month === month && row.read === '2026-11-27').map(row => [
        `${row.currency} ${row.role}`,
        figuresOf({ base: row.fiscalSubtotal, vat: row.fiscalVatTotal, total: row.fiscalTotal, toPay: row.payableTotal }),
      ]),
    );
    expect(sumsOf(month, ({ xml }) => xml.figures)).toEqual(right);
    expect(sumsOf(month, ({ row }) => fiscalFiguresOf(row))).toEqual(right);

    const ofCsv = new Map<string, Figures>();
    for (const row of await rowsOfCsv(`?${inMonth(month)}`)) {
      if (row['Status'] === 'cancelled') continue;
      const role = digits(row['Supplier CIF']) === books.scope.cif ? 'sale' : 'purchase';
      const stated = { base: row['Fiscal Subtotal']!, vat: row['Fiscal VAT']!, total: row['Fiscal Total']! };
      addTo(ofCsv, `${row['Currency']} ${role}`, figuresOf({ ...stated, toPay: row['Payable Total']! }));
    }
    expect(ofCsv).toEqual(right);
  });

  it('the table in the ZIP of all documents has the rows of the CSV export', async () => {
    const body = { invoiceIds: [...books.ids.values()], includePdf: false };
    const { exportId } = (await call<Export>(service(), books.scope, 'POST', '/invoices/export/zip', body)).body;
    await service().idle();
    const { filename } = await get<Export>(`/exports/${exportId}`);
    const files = unzipSync(new Uint8Array(await get<Buffer>(`/exports/${filename}`)));
    const rows = parsed(Buffer.from(files['invoices.csv'] ?? []));
    const sorted = (all: Record<string, string>[]) => all.toSorted((a, b) => (keyOfCsv(a) < keyOfCsv(b) ? -1 : 1));
    expect(sorted(rows)).toEqual(sorted(await rowsOfCsv('')));
  });
});

describe('the totals of partners in lei', () => {
  it.each(CLIENTS)('client $client: $total', async stated => {
    const view = await get<ClientView>(`/clients/${books.clients.get(stated.client)}`);
    expect(fiscalFiguresOf(view)).toEqual(figuresOf(stated));
    expect(written(cents(view.invoiceTotal))).toBe(stated.invoiced);
  });

  it.each(SUPPLIERS)('supplier $supplier: $total', async stated => {
    const { data } = await get<SupplierPage>('/suppliers');
    const all = Object.values(data).flat();
    expect(all).toHaveLength(SUPPLIERS.length);
    const listed = all.find(({ name }) => name.startsWith(stated.supplier));
    const { invoiceSummary } = await get<SupplierView>(`/suppliers/${listed?.id}`);
    expect(fiscalFiguresOf(invoiceSummary)).toEqual(figuresOf(stated));
    const expenses = [listed?.totalExpenses, invoiceSummary.totalExpenses].map(value => written(cents(value ?? NaN)));
    expect(expenses).toEqual([stated.total, stated.total]);
  });
});

describe('returns of a month', () => {
  it.each(Object.keys(MONTHS) as Month[])('the rows of the VAT return of %s, which lead to their documents', async month => {
    const report = await get<VatReport>(`/reports/vat?year=${month.slice(0, 4)}&month=${month.slice(5)}`);
    const shown = (value: number | null): string => (value === null ? '-' : written(cents(value)));
    expect(report.rows.map(({ row, baseLei, vatLei }) => ({ month, row, base: shown(baseLei), vat: shown(vatLei) }))).toEqual(
      RETURN_ROWS.filter(row => row.month === month),
    );
    expect(report.leftOut.filter(text => /^(Sales|Purchases) \(/.test(text))).toEqual([]);
    for (const { row, baseLei, documents } of report.rows.filter(one => one.documents > 0)) {
      const behind = report.invoices.filter(({ rows }) => rows.includes(row));
      expect([behind.reduce((sum, { baseAmount }) => sum + cents(baseAmount), 0), behind.length], row).toEqual([
        ...[cents(baseLei!), documents],
      ]);
    }
  });

  it('form 390 has the goods and services of Berlin', async () => {
    const { operations, errors } = await get<TaxDeclaration>('/reports/declarations?form=d390&period=2026-10');
    expect(operations.map(({ kind, country, baseLei }) => `${kind} ${country} ${baseLei}`)).toEqual([
      'L DE 25538.5',
      'P DE 2446.75',
    ]);
    expect(errors).toEqual([]);
  });

  it('form 394 has the supplies and purchases at home', async () => {
    const { operations } = await get<TaxDeclaration>('/reports/declarations?form=d394&period=2026-10');
    const sums = new Map<string, { base: number; vat: number }>();
    for (const { kind, rate, baseLei, vatLei } of operations)
      addTo(sums, `${kind} ${rate}`, { base: cents(baseLei), vat: cents(vatLei ?? 0) });
    expect([...sums].map(([kind, sum]) => lineOf(kind, sum))).toEqual([
      ...['L 21: 44850.94 and 9418.71', 'L 11: 342.52 and 37.68', 'V 0: 10000.00 and 0.00'],
      // R09 is from a supplier that applies VAT on collection; R10 from one that is not registered.
      ...['A 21: 4395.00 and 922.95', 'A 11: 120.00 and 13.20', 'AI 21: 1000.00 and 210.00'],
      ...['C 21: 4000.00 and 840.00', 'N 0: 300.00 and 0.00'],
    ]);
  });
});
