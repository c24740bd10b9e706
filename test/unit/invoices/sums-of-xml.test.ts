import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentCreditNote, presentCreditNoteRow } from '#shared/documents/credit-notes/present.ts';
import { counterChanges, countsOf } from '#shared/documents/common/counters.ts';
import { invoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import type { ReadInvoice } from '#shared/authority/einvoice/ubl/read/model.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { clientChanges } from '#shared/documents/invoices/client-changes/client-counts.ts';
import { csvHeader, csvLines } from '#shared/documents/invoices/export/csv.ts';
import { INVOICE_COUNTERS, invoiceCount } from '#shared/documents/invoices/list/counters.ts';
import { CurrencySums, type CurrencyTotals } from '#shared/documents/invoices/list/sums.ts';
import { presentInvoice } from '#shared/documents/invoices/present/invoice.ts';
import { presentRow } from '#shared/documents/invoices/present/row.ts';
import { receivedDocument } from '#shared/documents/invoices/received/document.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { cents, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import { rowReader } from '#shared/documents/lists/columns.ts';
import type { Company } from '#shared/model/company.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { INVOICE_STATUSES, type InvoiceDocument } from '#shared/model/invoice.ts';
import { invoiceSummary } from '#shared/output/webhooks/notification.ts';
import { generated } from '../../support/effort.ts';
import { arbitraryDocument } from '../../support/einvoice/arbitrary-documents.ts';

/**
 * The displayed amounts of random documents are those of their XML (TAX-49), one by
 * one and in sums.
 */

const FIELDS = ['fiscalSubtotal', 'fiscalVatTotal', 'fiscalTotal', 'payableTotal'] as const;
type Stated = Record<(typeof FIELDS)[number], number>;

/** BT-109, BT-110, BT-112 and BT-115 in cents: those of a `CreditNote` are negative, as all of its amounts are in responses. */
function statedBy({ root, totals }: ReadInvoice): Stated {
  const signed = (value: string): number => cents(value) * (root === 'CreditNote' ? -1 : 1) + 0;
  return {
    fiscalSubtotal: signed(totals.taxExclusive),
    fiscalVatTotal: signed(totals.vat),
    fiscalTotal: signed(totals.taxInclusive),
    payableTotal: signed(totals.payable),
  };
}

/** The same four of a response, in cents. */
const shownBy = (answer: object): Stated =>
  Object.fromEntries(FIELDS.map(field => [field, cents(String((answer as Record<string, unknown>)[field])) + 0])) as Stated;

const answersOf = (document: InvoiceDocument): object[] => {
  const stored = { document, payments: [], events: [], creditNotes: [] };
  const [csv] = parse(csvHeader() + csvLines([document]), { columns: true, bom: true });
  const columns = csv as Record<string, string>;
  return [
    ...(document.isCreditNote
      ? [presentCreditNote(stored), presentCreditNoteRow(rowOf(document), [])]
      : [presentInvoice(stored), presentRow(rowOf(document))]),
    invoiceSummary(document),
    {
      ...{ fiscalSubtotal: columns['Fiscal Subtotal'], fiscalVatTotal: columns['Fiscal VAT'] },
      ...{ fiscalTotal: columns['Fiscal Total'], payableTotal: columns['Payable Total'] },
    },
  ];
};

const COMPANY = { id: newId(), cif: '40123452', vatPayer: true, vatOnCollection: false } as Company;
const DELIVERY = {
  ...{ direction: 'incoming' as const, uploadIndex: '1', deliveredAt: '2026-03-03T08:00:00.000Z', xmlPath: 'x' },
  received: { messageId: '1', messageCreatedAt: '2026-03-03T08:00:00.000Z', duplicateOf: null } as never,
};

/** A stored document of the company that receives the XML of another one; `own`: issued by its client in its name. */
const received = (read: ReadInvoice, own: boolean): InvoiceDocument =>
  receivedDocument(invoiceContent(read), { ...COMPANY, cif: own ? '40123452' : '18547290' }, DELIVERY, {
    ...{ supplierId: newId(), clientId: null },
  });

/** A document in a list, with its XML as read. */
interface Listed {
  document: InvoiceDocument;
  xml: ReadInvoice;
}

const arbitraryListed: fc.Arbitrary<Listed> = fc
  .record({
    made: arbitraryDocument,
    way: fc.constantFrom('issued', 'issued', 'issued', 'selfBilled', 'received', 'receivedOwn'),
    status: fc.constantFrom(...INVOICE_STATUSES, 'cancelled' as const),
    taxauthStatus: fc.constantFrom(null, 'validated' as const),
    clientId: fc.constantFrom('a', 'b'),
  })
  .map(({ made, way, ...facts }) => {
    const selfBilled = way === 'selfBilled' && made.invoiceTypeCode === '380' ? { invoiceTypeCode: '389' } : {};
    const issued = { ...made, id: newId(), companyId: COMPANY.id, ...selfBilled };
    const xml = readUbl(writeUbl(issued));
    const document = way.startsWith('received') ? received(xml, way === 'receivedOwn') : issued;
    return { document: { ...document, ...facts }, xml };
  });

/** A document with its XML: whether it counts, and in which role. */
const isInForce = ({ status, taxauthStatus }: InvoiceDocument): boolean =>
  status !== 'cancelled' || taxauthStatus === 'validated';
const roleOf = ({ document, xml }: Listed): 'sale' | 'purchase' => {
  const isOwn = document.direction === 'outgoing' ? xml.typeCode !== '389' : document.seller.id === COMPANY.id;
  return isOwn ? 'sale' : 'purchase';
};

const add = (all: Stated, one: Stated): Stated =>
  Object.fromEntries(FIELDS.map(field => [field, all[field] + one[field]])) as Stated;
const NOTHING: Stated = { fiscalSubtotal: 0, fiscalVatTotal: 0, fiscalTotal: 0, payableTotal: 0 };

const byGroup = (sums: readonly CurrencyTotals[]): Record<string, Stated> =>
  Object.fromEntries(sums.map(one => [`${one.currency} ${one.role}`, shownBy(one)]));

describe('displayed totals', () => {
  it('are those of the XML, on issued and on received documents of all kinds', () => {
    fc.assert(
      fc.property(arbitraryListed, ({ document, xml }) => {
        for (const answer of answersOf(document)) expect(shownBy(answer)).toEqual(statedBy(xml));
      }),
      { ...generated({ runs: 40, seed: 20261127, long: 300, all: 1500 }), endOnFailure: true },
    );
  });

  it('in lists, from rows and from counters, are the sums over the XML of the valid documents, by currency and role', () => {
    fc.assert(
      fc.property(fc.array(arbitraryListed, { maxLength: 8, size: 'max' }), listed => {
        const counted = listed.filter(({ document }) => isInForce(document));
        const groups = Map.groupBy(counted, one => `${one.document.currency} ${roleOf(one)}`);
        const expected = Object.fromEntries(
          [...groups].map(([group, ones]) => [group, ones.map(({ xml }) => statedBy(xml)).reduce(add, NOTHING)]),
        );
        const sums = new CurrencySums();
        for (const { document } of listed) sums.adder(rowReader(rowOf(document)))(0);
        expect(byGroup(sums.sums())).toEqual(expected);

        const changes = listed.map(({ document }) => ({ before: null, after: document }));
        const counters = Object.fromEntries(counterChanges(INVOICE_COUNTERS, changes));
        const ofCounters = new CurrencySums();
        for (const { currency, amounts } of countsOf([counters]).map(invoiceCount))
          for (const { role, amounts: added } of amounts) ofCounters.add(currency, role, added);
        expect(byGroup(ofCounters.sums())).toEqual(expected);
      }),
      { ...generated({ runs: 15, seed: 20261128, long: 100, all: 500 }), endOnFailure: true },
    );
  });

  it('of a client are the sums over the XML of its valid sales, in lei: the VAT is BT-111', () => {
    const inLei = (amount: string, rate: string): number => cents(round2(decimal(amount).times(rate)).toFixed(2));
    fc.assert(
      fc.property(arbitraryListed, ({ document, xml }) => {
        const { exchangeRate, status } = document;
        const isCounted =
          document.direction === 'outgoing' && xml.typeCode !== '389' && status !== 'draft' && isInForce(document);
        const share = clientChanges(null, document).get(document.clientId ?? '');
        const sign = xml.root === 'CreditNote' ? -1 : 1;
        const { totals } = xml;
        const vat = totals.vatInTaxCurrency ?? (document.currency === 'RON' ? totals.vat : '');
        if (isCounted && Object.values(statedBy(xml)).some(value => value !== 0)) {
          expect(share).toMatchObject({
            fiscalSubtotalCents: sign * inLei(totals.taxExclusive, exchangeRate) + 0,
            fiscalVatTotalCents: sign * cents(vat) + 0,
            fiscalTotalCents: sign * inLei(totals.taxInclusive, exchangeRate) + 0,
            payableTotalCents: sign * inLei(totals.payable, exchangeRate) + 0,
          });
        }
        if (!isCounted) expect(share).toBeUndefined();
        // BT-111 is the VAT of the breakdown at the document's rate, rounded once.
        if (document.direction === 'outgoing' && document.currency !== 'RON') {
          const exact = sum(xml.vatGroups.map(group => decimal(group.vat).times(exchangeRate)));
          expect(totals.vatInTaxCurrency).toBe(round2(exact).toFixed(2));
        }
      }),
      { ...generated({ runs: 40, seed: 20261129, long: 300, all: 1500 }), endOnFailure: true },
    );
  });
});
