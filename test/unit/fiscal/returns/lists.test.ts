import { describe, expect, it } from 'vitest';
import { journalRows } from '#shared/model/fiscal/journal.ts';
import { projectionOf } from '#shared/model/fiscal/projection.ts';
import { d390 } from '#shared/model/fiscal/returns/d390.ts';
import { d394 } from '#shared/model/fiscal/returns/d394.ts';
import { presentD390, presentD394 } from '#shared/documents/reports/returns/present.ts';
import { d390Csv, d394Csv } from '#shared/documents/reports/returns/csv.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../../support/documents.ts';

/** Forms 390 and 394 (REP-28 to REP-30). Figures are calculated by hand. */

const line = (unitPrice: string, vatRate = '21', vatCategoryCode = 'S') =>
  sampleLine({ unitPrice, vatRate, vatCategoryCode: vatCategoryCode as 'S' });
const client = (country: string, cif: string | null, more: object = {}) => ({ client: sampleBuyer({ country, cif, ...more }) });
const bought = (country: string, cif: string | null, overrides: DocumentOverrides): InvoiceDocument =>
  sampleDocument({
    ...{ direction: 'incoming', status: 'synced', issueDate: '2026-03-04' },
    seller: sampleSeller({ id: 'supplier', country, vatCode: null, cif: cif as string, name: 'Furnizor' }),
    received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
    booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '50', receivedDate: '2026-03-09' },
    ...overrides,
  });
const rowsOf = (...documents: InvoiceDocument[]) =>
  journalRows(documents.map((document, place) => projectionOf({ ...document, id: `d${place}` })));

describe('form 390', () => {
  const listed = (...documents: InvoiceDocument[]) =>
    d390(rowsOf(...documents)).lines.map(({ kind, country, vatNumber, baseLei, documentIds }) =>
      [kind, country, vatNumber ?? '-', baseLei, documentIds.length].join(' '),
    );

  it('has a sum by kind and VAT number, in lei; credit notes lower it', () => {
    const goods = (unitPrice: string, number: string) =>
      sampleDocument({
        ...client('DE', 'DE136695976'),
        number,
        currency: 'EUR',
        exchangeRate: '5.1077',
        lines: [line(unitPrice, '0', 'K')],
      });
    expect(
      listed(
        goods('5000', 'A-1'),
        goods('100', 'A-2'),
        sampleCreditNote({ ...client('DE', 'de 136.695.976'), lines: [line('538.5', '0', 'K')] }),
        sampleDocument({ ...client('DE', '136695976'), lines: [line('480', '0', 'AE')] }),
        sampleDocument({ ...client('GR', 'EL094259216'), lines: [line('70', '0', 'AE')] }),
        // A firm with an address here and a number of another member state.
        bought('AT', 'ATU12345675', { lines: [line('1000', '0', 'K')] }),
        bought('IE', null, { lines: [line('20', '0', 'AE')] }),
        // Nothing of it is in the form: at home, exempt, elsewhere.
        sampleDocument({ lines: [line('100'), line('10', '0', 'AE'), line('5', '0', 'E')] }),
        sampleDocument({ ...client('US', null), lines: [line('9', '0', 'G'), line('8', '0', 'AE')] }),
      ),
      // 5,100 × 5.1077 − 538.50.
    ).toEqual([
      'L DE 136695976 25510.77 3',
      'A AT U12345675 1000.00 1',
      'P DE 136695976 480.00 1',
      'P EL 094259216 70.00 1',
      'S IE - 20.00 1',
    ]);
  });

  it('has the VAT number that the e-invoice states, not the local tax number', () => {
    const siren = (vatCode: string | null) => client('FR', '303265045', { vatCode, isVatPayer: false });
    const documents = [
      sampleDocument({ ...siren('FR40303265045'), lines: [line('100', '0', 'AE')] }),
      sampleDocument({ ...siren(null), number: 'A-1', lines: [line('70', '0', 'AE')] }),
      bought('DE', '12/345/67890', {
        ...{ number: 'B-1', lines: [line('50', '0', 'K')] },
        seller: sampleSeller({ id: 'supplier', country: 'DE', cif: '12/345/67890', vatCode: 'DE136695976', name: 'Furnizor' }),
      }),
      sampleDocument({ ...client('GR', null, { vatCode: 'GR094259216' }), lines: [line('5', '0', 'AE')] }),
    ];
    expect(listed(...documents)).toEqual(['A DE 136695976 50.00 1', 'P EL 094259216 5.00 1', 'P FR 40303265045 100.00 1']);
    expect(d390(rowsOf(...documents)).errors).toMatchObject([
      { number: 'A-1', kind: 'P', message: 'The client has no VAT number: enter it, or correct the document.' },
    ]);
  });

  it('takes the tax number of older entries if it says of which state it is', () => {
    const older = (cif: string) =>
      rowsOf(sampleDocument({ ...client('FR', cif), lines: [line('100', '0', 'AE')] })).map(({ vatNumber: _, ...row }) => row);
    expect(d390(older('FR40303265045')).lines).toMatchObject([{ country: 'FR', vatNumber: '40303265045' }]);
    expect(d390(older('303265045'))).toMatchObject({ lines: [], errors: [{ kind: 'P' }] });
  });

  it('has goods to and from Northern Ireland under XI, whose numbers are not for services', () => {
    const goods = [line('100', '0', 'K')];
    expect(
      listed(
        sampleDocument({ ...client('GB', 'XI123456789', { vatCode: 'XI123456789' }), lines: goods }),
        sampleDocument({ ...client('XI', 'XI123456789'), lines: goods }),
        bought('GB', 'XI987654321', { purchase: { kind: 'goods_eu' }, lines: [line('30', '0', 'K')] }),
        bought('IE', 'XI987654321', { lines: [line('20', '0', 'AE')] }),
      ),
    ).toEqual(['L XI 123456789 200.00 2', 'A XI 987654321 30.00 1', 'S IE - 20.00 1']);
    const { errors } = d390(rowsOf(sampleDocument({ ...client('GB', 'GB123456789'), lines: goods })));
    expect(errors).toMatchObject([{ kind: 'L' }]);
  });

  it('lists clients without a VAT number, and what is entered late, as errors', () => {
    const { lines, errors } = d390(
      rowsOf(
        sampleDocument({ ...client('FR', null), number: 'A-1', lines: [line('100', '0', 'K')] }),
        sampleDocument({ ...client('FR', 'RO18547290'), number: 'A-2', lines: [line('100', '0', 'AE')] }),
        bought('DE', 'DE136695976', {
          number: 'B-1',
          lines: [line('50', '0', 'K')],
          booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100', receivedDate: '2026-04-02' },
        }),
        // Its month was closed when it was issued.
        sampleDocument({
          ...{ ...client('DE', 'DE136695976'), number: 'C-1', lines: [line('70', '0', 'AE')] },
          ...{ issueDate: '2026-04-01', taxPointDate: '2026-03-31', countedIn: '2026-04' },
        }),
      ),
    );
    expect(lines).toEqual([]);
    expect(errors.map(({ number, kind, message }) => [number, kind, message])).toEqual([
      ['A-1', 'L', 'The client has no VAT number: enter it, or correct the document.'],
      ['A-2', 'P', 'The client has no VAT number: enter it, or correct the document.'],
      ['B-1', 'A', 'The tax was due on 2026-03-04: it belongs in a correction of the statement for 2026-03.'],
      ['C-1', 'P', 'The tax was due on 2026-03-31: it belongs in a correction of the statement for 2026-03.'],
    ]);
  });

  it('of no documents is empty', () => {
    expect(d390([])).toEqual({ lines: [], errors: [] });
  });
});

describe('form 394', () => {
  const listed = (...documents: InvoiceDocument[]) =>
    d394(rowsOf(...documents)).map(({ kind, cui, rate, documents: count, baseLei, vatLei, documentIds }) =>
      [kind, cui ?? '-', rate, count, baseLei, vatLei ?? '-', documentIds.length].join(' '),
    );

  it('has a sum by partner, kind and rate; a document counts at the rate with the most VAT', () => {
    expect(
      listed(
        sampleDocument({ lines: [line('1000'), line('200', '11')] }),
        sampleDocument({ ...client('RO', '18547290'), lines: [line('10', '11')] }),
        sampleCreditNote({ lines: [line('300')] }),
        sampleDocument({ lines: [line('70', '0', 'AE')] }),
        // Not part of the form.
        sampleDocument({ lines: [line('900', '0', 'E')] }),
        sampleDocument({ ...client('DE', 'DE136695976'), lines: [line('70', '0', 'K')] }),
      ),
    ).toEqual(['L 18547290 21 2 700.00 147.00 2', 'L 18547290 11 1 210.00 23.10 2', 'V 18547290 0 1 70.00 - 1']);
  });

  it('has persons without a tax number in sums by rate, and no personal number', () => {
    expect(
      listed(
        sampleDocument({ client: sampleConsumer(), lines: [line('100')] }),
        sampleDocument({ client: sampleConsumer({ cif: '1980229123451' }), lines: [line('50'), line('20', '11')] }),
      ),
    ).toEqual(['L - 21 2 150.00 31.50 2', 'L - 11 0 20.00 2.20 1']);
  });

  it('tells purchases apart by supplier and scheme', () => {
    expect(
      listed(
        bought('RO', 'RO14399840', { lines: [line('1000')] }),
        bought('RO', 'RO14399840', { tvaLaIncasare: true, lines: [line('300')] }),
        bought('RO', 'RO14399840', { lines: [line('4000', '0', 'AE')] }),
        bought('RO', '14399840', { lines: [line('60', '0', 'O')] }),
        bought('US', 'US-77', { lines: [line('100', '0', 'AE')] }),
        bought('DE', 'DE136695976', { lines: [line('100', '0', 'AE')] }),
      ),
    ).toEqual([
      'A 14399840 21 1 1000.00 210.00 1',
      'AI 14399840 21 1 300.00 63.00 1',
      'C 14399840 21 1 4000.00 840.00 1',
      'C US77 21 1 100.00 21.00 1',
      'N 14399840 0 1 60.00 - 1',
    ]);
  });

  it('has no operations abroad: a hotel there, an agency under the margin scheme, sales with the VAT of another state', () => {
    const margin = { ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-D', taxExemptionReason: 'Marja' } };
    const oss = { seller: sampleSeller({ oss: true }) };
    const consumer = (country: string) => ({ client: sampleConsumer({ country }) });
    expect(
      listed(
        bought('DE', '12/345/67890', { purchase: { kind: 'invoice' }, lines: [line('300', '0', 'O')] }),
        bought('DE', null, { ...margin, lines: [line('80', '0', 'E')] }),
        sampleDocument({ ...oss, ...consumer('HU'), lines: [line('40', '27')] }),
        sampleDocument({ ...oss, ...consumer('NL'), lines: [line('50')] }),
        // Of Romania: a service that is taxed here, and a sale of a company that is not in the one-stop shop.
        sampleDocument({ ...oss, ...consumer('DE'), lines: [line('10')] }),
        sampleDocument({ ...consumer('NL'), lines: [line('7')] }),
      ),
    ).toEqual(['L - 21 2 17.00 3.57 2']);
  });

  it('has partners abroad by their VAT number', () => {
    expect(
      listed(
        sampleDocument({ ...client('FR', '303265045', { vatCode: 'FR40303265045' }), lines: [line('100')] }),
        sampleDocument({ ...client('FR', '303265045', { vatCode: 'RO18547290' }), lines: [line('10')] }),
      ),
    ).toEqual(['L 18547290 21 1 10.00 2.10 1', 'L FR40303265045 21 1 100.00 21.00 1']);
  });
});

describe('the lists as CSV', () => {
  it('have no formula in a cell, not even as the country that a supplier states', () => {
    const rows = rowsOf(bought('=1+1', '14399840', { lines: [line('100')] }));
    expect(d394Csv(d394(rows), 'point')).toContain('"A","\'=1+1","14399840"');
    const listed = d390(rowsOf(sampleDocument({ ...client('DE', 'DE136695976'), lines: [line('100', '0', 'K')] }))).lines;
    expect(
      d390Csv(
        listed.map(one => ({ ...one, country: '=1+1' })),
        'point',
      ),
    ).toContain('"L","\'=1+1"');
  });
});

it('name at most 100 documents of an operation in an answer, and count all; the CSV names all', () => {
  const many = Array.from({ length: 101 }, () => sampleDocument({ lines: [line('10')] }));
  const lines = d394(rowsOf(...many));
  const [operation] = presentD394('2026-03', lines, rowsOf(...many)).operations;
  expect([operation?.documents, operation?.documentIds.length, operation?.baseLei]).toEqual([101, 100, 1010]);
  expect(d394Csv(lines, 'point')).toContain('d100');
  const goods = d390(
    rowsOf(...many.map(() => sampleDocument({ ...client('DE', 'DE136695976'), lines: [line('10', '0', 'K')] }))),
  );
  const [supply] = presentD390('2026-03', goods).operations;
  expect([supply?.documents, supply?.documentIds.length]).toEqual([101, 100]);
});
