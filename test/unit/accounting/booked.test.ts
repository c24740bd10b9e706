import { describe, expect, it } from 'vitest';
import { bookedDocument, bookedPayment } from '#shared/model/accounting/booked.ts';
import { projectionOf, paymentEntryOf } from '#shared/model/fiscal/projection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  type DocumentOverrides,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  samplePayment,
  sampleSeller,
} from '../../support/documents.ts';

/** Entries of accounts as an accountant writes them, worked by hand. */

const goods = sampleLine({ quantity: '1', unitPrice: '1000', vatRate: '21', kind: 'goods' });
const booked = (overrides: DocumentOverrides = {}, takesBackAdvance = false) => {
  const document: InvoiceDocument = sampleDocument({ status: 'issued', lines: [goods], ...overrides });
  return bookedDocument(null, projectionOf(document), { document, takesBackAdvance });
};
/** Account and lei, of the partner, the lines and the VAT. */
function entriesOf({ partnerAccount, lines, groups }: ReturnType<typeof booked>) {
  return {
    partner: partnerAccount,
    lines: lines.map(({ account, baseLei, vatLei }) => `${account} ${baseLei} + ${vatLei}`),
    vat: groups.map(group =>
      [
        `${group.vatAccount || '-'} ${group.vatDueLei}`,
        `${group.notDueAccount || '-'} ${group.notDueLei}`,
        `${group.selfAssessedAccount || '-'} ${group.selfAssessedLei}`,
      ].join(' | '),
    ),
  };
}
const received = {
  ...{ direction: 'incoming', status: 'synced', clientId: null, seller: sampleSeller({ id: 'supplier' }) },
  received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
  booking: { expenseCategory: null, expenseAccount: '628', vatDeductiblePercent: '100', receivedDate: '2026-06-15' },
} as const satisfies DocumentOverrides;

describe('a document with its accounts (OUT-121)', () => {
  it('a sale of goods: 4111 = 707 + 4427', () => {
    expect(entriesOf(booked())).toEqual({
      ...{ partner: '4111', lines: ['707 1000.00 + 210.00'], vat: ['4427 210.00 | - 0.00 | - 0.00'] },
    });
  });

  it('VAT on collection: 4111 = 707 + 4428; its payment 4428 = 4427, and 5121 = 4111', () => {
    const sale = booked({ tvaLaIncasare: true });
    expect(entriesOf(sale).vat).toEqual(['- 0.00 | 4428 210.00 | - 0.00']);
    const payment = samplePayment({
      ...{ amount: '605.00', paymentMethod: 'bank_transfer' as const },
      collected: [{ category: 'S', rate: '21', base: '500.00', vat: '105.00', baseLei: '500.00', vatLei: '105.00' }],
    });
    const document = sale.document as InvoiceDocument;
    const paid = bookedPayment(null, paymentEntryOf(document, payment), { document, payment });
    expect(paid).toMatchObject({ treasuryAccount: '5121', partnerAccount: '4111', amountLei: '605.00' });
    expect(paid.groups).toMatchObject([{ vatAccount: '4427', vatDueLei: '105.00', notDueAccount: '4428', notDueLei: '-105.00' }]);
  });

  it('an advance: 4111 = 419 + 4427; the final invoice takes it off 419', () => {
    expect(entriesOf(booked({ isAdvance: true })).lines).toEqual(['419 1000.00 + 210.00']);
    const settling = sampleLine({ quantity: '-1', unitPrice: '400', vatRate: '21', kind: 'goods' });
    const base = sampleDocument({ lines: [goods, settling] });
    const document: InvoiceDocument = {
      ...base,
      draws: [
        {
          ...{ id: 'advance', number: 'AV-1', issueDate: '2026-05-01' },
          groups: [{ category: 'S', rate: '21', amount: '400.00' }],
          lineIds: [base.lines[1]!.id],
        },
      ],
    };
    const final = bookedDocument(null, projectionOf(document), { document, takesBackAdvance: false });
    expect(entriesOf(final).lines).toEqual(['707 1000.00 + 210.00', '419 -400.00 + -84.00']);
  });

  it('a line that takes off an advance of another program is on 419, a discount is not', () => {
    const lines = [goods, sampleLine({ quantity: '-1', unitPrice: '400', vatRate: '21', kind: 'goods' })];
    const precedingInvoices = [{ number: 'AV-9', issueDate: '2026-01-05' }];
    expect(entriesOf(booked({ lines, precedingInvoices })).lines).toEqual(['707 1000.00 + 210.00', '419 -400.00 + -84.00']);
    expect(entriesOf(booked({ lines })).lines).toEqual(['707 1000.00 + 210.00', '707 -400.00 + -84.00']);
  });

  it('what takes back an advance is on 419, negative', () => {
    const document = sampleCreditNote({ status: 'issued', lines: [goods] });
    const linesOf = (takesBackAdvance: boolean) =>
      entriesOf(bookedDocument(null, projectionOf(document), { document, takesBackAdvance })).lines;
    expect(linesOf(true)).toEqual(['419 -1000.00 + -210.00']);
    expect(linesOf(false)).toEqual(['707 -1000.00 + -210.00']);
  });

  it('a purchase: the entered account + 4426 = 401; what is not deductible at all has no VAT account', () => {
    expect(entriesOf(booked(received))).toEqual({
      ...{ partner: '401', lines: ['628 1000.00 + 210.00'], vat: ['4426 210.00 | - 0.00 | - 0.00'] },
    });
    const cost = booked({ ...received, booking: { ...received.booking, vatDeductiblePercent: '0', expenseAccount: null } });
    expect(entriesOf(cost)).toMatchObject({ lines: [' 1000.00 + 210.00'], vat: ['- 210.00 | - 0.00 | - 0.00'] });
  });

  it('a purchase under reverse charge: 4426 = 4427', () => {
    const line = sampleLine({ unitPrice: '1000', quantity: '1', vatRate: '0', vatCategoryCode: 'AE' });
    // 21% of 1,000.
    expect(entriesOf(booked({ ...received, lines: [line] })).vat).toEqual(['4426 0.00 | - 0.00 | 4427 210.00']);
  });

  it('lines in euros sum to the lei of their group', () => {
    const lines = ['10.01', '20.02', '30.03'].map(unitPrice =>
      sampleLine({ unitPrice, quantity: '1', vatRate: '21', kind: 'service' }),
    );
    const { lines: shares, groups } = booked({ currency: 'EUR', exchangeRate: '5.0812', lines });
    // 60.06 × 5.0812 = 305.1769; running sums 50.8628, 152.5884, 305.1769.
    expect(groups.map(({ baseLei }) => baseLei)).toEqual(['305.18']);
    expect(shares.map(({ baseLei, account }) => `${account} ${baseLei}`)).toEqual(['704 50.86', '704 101.73', '704 152.59']);
  });

  it('deposits and disbursements are apart from exempt lines, each with its own amount', () => {
    const exempt = { vatRate: '0', vatCategoryCode: 'E' as const, quantity: '1' };
    const lines = [
      sampleLine({ ...exempt, unitPrice: '80', description: 'Curs', ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-132' } }),
      sampleLine({ ...exempt, unitPrice: '200', description: 'Taxă', turnoverKind: 'disbursement' }),
      sampleLine({ ...exempt, unitPrice: '12', description: 'Garanție', turnoverKind: 'sgr_deposit' }),
    ];
    const { lines: shares, groups } = booked({ lines });
    expect(groups.map(({ operation, baseLei }) => [operation, baseLei])).toEqual([
      ['exempt_without_deduction', '80.00'],
      ['not_in_base', '212.00'],
    ]);
    expect(shares.map(({ line, baseLei }) => [line?.description, baseLei])).toEqual([
      ['Curs', '80.00'],
      ['Taxă', '200.00'],
      ['Garanție', '12.00'],
    ]);
  });

  it('a document that cannot be read has the base of its groups without lines', () => {
    const { document, entry } = booked();
    expect(document).toBeDefined();
    const unread = bookedDocument(null, entry, { document: undefined, takesBackAdvance: false });
    expect(unread.lines).toEqual([
      {
        kind: undefined,
        category: 'S',
        rate: '21',
        base: '1000.00',
        vat: '210.00',
        baseLei: '1000.00',
        vatLei: '210.00',
        account: '',
      },
    ]);
  });
});
