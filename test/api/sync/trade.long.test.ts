import { beforeAll, describe, expect, it } from 'vitest';
import { documentExtensions, lineExtensions } from '#shared/documents/common/input.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { fieldsByTerm } from '#shared/model/invoice-fields.ts';
import type { Invoice, SupplierPage } from '../../support/contract.ts';
import { creditingIn, creditIssued } from '../../support/credit-notes.ts';
import { FIELDS, LINES } from '../../support/einvoice/field-terms.ts';
import { accepted, call, invoiceBody, validated, xmlOf } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { newReceiver, type Receiver, synchronize } from '../../support/taxauth/received.ts';

/** Two companies that invoice each other through the tax authority: one receives what the other sends, field by field. */

const service = useService();

/** The fields of a document that its XML states: all of the table of business terms. */
const FIELD_NAMES = [...new Set(FIELDS.map(([field]) => field))];
/** Computed fields that the XML states as well. */
const TOTALS = ['number', 'subtotal', 'vatTotal', 'discount', 'total', 'isCreditNote'];
/** The fields of lines beyond those of the table. */
const LINE_TOTALS = ['subtotal', 'vatAmount', 'total'];

type Shown = Record<string, unknown>;

interface Trade {
  /** The first company sends it, or the second. */
  from: 0 | 1;
  body: (own: { clientId: string; parent: Invoice | undefined }) => object;
  /** The fields that differ at the recipient, and why. */
  differs?: (sent: Shown) => Shown;
  /** As above, for each line. */
  linesDiffer?: (line: Shown) => Shown;
}

const line = (overrides: object = {}): object => ({
  ...{ description: 'Consultanță', quantity: 2.5, unitPrice: 100, vatRate: 21, unitOfMeasure: 'ora' },
  ...overrides,
});
const charge = (chargeIndicator: boolean, reasonCode: string) => ({
  ...{ chargeIndicator, amount: '5.00', reasonCode, reason: 'Fidelitate', baseAmount: '50.00', multiplierFactorNumeric: '10' },
});
/** A statement in the XML of every document that its sender did not make: the seller has a VAT number (BT-31). */
const STATED = { platitorTva: true };

const EXEMPT = { taxExemptionReason: 'Art. 294', taxExemptionReasonCode: 'VATEX-EU-143' };

/** Each text field that is a business term, with its term as its text. */
const TERMS = Object.fromEntries(Object.entries(fieldsByTerm()).map(([term, name]) => [name, term]));

const NAMES = ['all fields', 'currency', 'collection', 'exempt', 'exempt lines', 'negative', 'credit note'] as const;

const TRADES: Record<(typeof NAMES)[number], Trade> = {
  'all fields': {
    from: 0,
    body: ({ clientId }) =>
      invoiceBody(clientId, {
        ...TERMS,
        ...{ dueDate: addDays(today(), 30), notes: 'Mulțumim', mentions: 'Art. 331', deliveryLocation: 'Depozit' },
        ...{
          paymentTerms: '30 de zile',
          paymentMethod: 'cheque',
          issuerName: 'Ana Pop',
          platitorTva: true,
          taxPointDate: today(),
        },
        ...{ invoicedObjectIdentifier: 'BT-18', payeeIdentifier: '29074154' },
        ...{ payeeBankAccount: 'RO83EXMP0000456789012345', payeeBankName: 'Banca Unu' },
        ...{ penaltyEnabled: true, penaltyPercentPerDay: 0.1, penaltyGraceDays: 5 },
        precedingInvoices: [{ number: 'VECHI 7', issueDate: '2024-12-30' }],
        ublExtensions: {
          invoicePeriod: { startDate: '2026-10-01', endDate: '2026-10-31' },
          delivery: {
            actualDeliveryDate: '2026-10-15',
            deliveryAddress: { streetName: 'Str. Lungă 1', cityName: 'Brașov', countrySubentity: 'RO-BV', countryCode: 'RO' },
          },
          allowanceCharges: [
            { ...charge(false, '95'), taxCategoryCode: 'S', taxRate: '21.00' },
            { ...charge(true, 'FC'), taxCategoryCode: 'S', taxRate: '11.00' },
          ],
          prepaidAmount: '50.00',
          additionalDocumentReferences: [{ id: 'ANEXA-1', documentTypeCode: '916', documentDescription: 'Deviz' }],
        },
        lines: [
          line({
            productCode: 'SC-1',
            ublExtensions: {
              invoicePeriod: { startDate: '2026-10-01', endDate: '2026-10-15' },
              allowanceCharges: [charge(false, '95'), charge(true, 'FC')],
              additionalItemProperties: [
                { name: 'Culoare', value: 'nuc' },
                { name: 'Finisaj', value: 'mat' },
              ],
              originCountry: 'IT',
            },
          }),
          line({ description: 'Cărți', quantity: 3, unitPrice: 10.99, vatRate: 11, discountPercent: 10, unitOfMeasure: 'buc' }),
          line({ description: 'Ramă', quantity: 1, unitPrice: 80, discount: 7.5, unitOfMeasure: 'buc' }),
          line({ description: 'Cu TVA', quantity: 1, unitPrice: 121, vatIncluded: true, unitOfMeasure: 'buc' }),
        ],
      }),
    differs: ({ ublExtensions, balance }) => ({
      // Penalties have no business term: they are part of the terms of payment (BT-20).
      paymentTerms: '30 de zile; Penalități de întârziere: 0,1% pe zi, după 5 zile de la scadență',
      penaltyEnabled: false,
      // The sender's totals are those of the lines; the XML's, of lines with allowances and charges: 1.05 less VAT at 21 %, 0.55 more at 11 %.
      ...{ vatTotal: 91.49, total: Math.round(Number(balance) * 100 + 5000) / 100 },
      ublExtensions: {
        ...(ublExtensions as Shown),
        // EN 16931 allows only the codes 130 and 50 for a reference.
        additionalDocumentReferences: [{ id: 'ANEXA-1', documentDescription: 'Deviz' }],
        delivery: {
          actualDeliveryDate: '2026-10-15',
          // Counties are returned by their names.
          deliveryAddress: { streetName: 'Str. Lungă 1', cityName: 'Brașov', countrySubentity: 'Brașov', countryCode: 'RO' },
        },
      },
    }),
    // The XML has net prices.
    linesDiffer: ({ vatIncluded }) => (vatIncluded === true ? { unitPrice: 100, vatIncluded: false } : {}),
  },
  currency: {
    from: 1,
    body: ({ clientId }) =>
      invoiceBody(clientId, {
        ...{ currency: 'EUR', exchangeRate: 5.0912, taxPointDateCode: '35', paymentMethod: 'bank_transfer' },
        ublExtensions: { invoicePeriod: { startDate: '2026-10-01', endDate: '2026-10-31', descriptionCode: '35' } },
        lines: [line({ unitPrice: 1000 })],
      }),
    // The code of the date of taxation (BT-8) occurs once.
    differs: () => ({ ublExtensions: { invoicePeriod: { startDate: '2026-10-01', endDate: '2026-10-31' } } }),
  },
  collection: {
    from: 0,
    body: ({ clientId }) => invoiceBody(clientId, { tvaLaIncasare: true, invoiceTypeCode: '380' }),
    // The credit note of 60.50 has reduced it since.
    differs: () => ({ balance: 60.5 }),
  },
  exempt: {
    from: 1,
    body: ({ clientId }) =>
      invoiceBody(clientId, {
        ublExtensions: { taxExemptionReason: 'Art. 292', taxExemptionReasonCode: 'VATEX-EU-132' },
        lines: [line({ vatRate: 0, vatCategoryCode: 'E' }), line({ vatRate: 0, vatCategoryCode: 'E', quantity: 1 })],
      }),
  },
  'exempt lines': {
    from: 0,
    body: ({ clientId }) =>
      invoiceBody(clientId, {
        lines: [line({ vatRate: 0, vatCategoryCode: 'E', ublExtensions: EXEMPT }), line({ unitPrice: 200 })],
      }),
    // The reason is the VAT group's (BG-23), not a line's.
    differs: () => ({ ublExtensions: EXEMPT }),
    linesDiffer: () => ({ ublExtensions: null }),
  },
  negative: {
    from: 1,
    body: ({ clientId, parent }) =>
      invoiceBody(clientId, {
        precedingInvoices: [{ number: parent!.number, issueDate: parent!.issueDate }],
        lines: [line({ quantity: -1 })],
      }),
  },
  'credit note': {
    from: 0,
    // The recipient has found its own record of the credited invoice by number and date (BG-3).
    differs: ({ parentDocument }) => ({
      // Credit notes do not return it.
      platitorTva: undefined,
      parentDocumentId: traded.get('collection')?.received['id'],
      precedingInvoices: [only(parentDocument as Shown, ['number', 'issueDate'])],
    }),
    // A rate is a record of the sender's.
    linesDiffer: ({ vatRate }) => ({ vatRate: { ...(vatRate as Shown), uuid: null, name: null } }),
    body: () => ({ notes: 'Retur', ublExtensions: { invoicePeriod: { startDate: '2026-10-01', endDate: '2026-10-31' } } }),
  },
};

let companies: [Receiver & { clientId: string }, Receiver & { clientId: string }];
const traded = new Map<string, { sent: Shown; received: Shown; xml: string }>();

beforeAll(async () => {
  const [first, second] = [await newReceiver(service()), await newReceiver(service())];
  const clientOf = async (own: Receiver, other: Receiver) =>
    (await service().newClient(own, { name: 'Celălalt SRL', cui: `RO${other.cif}`, vatCode: `RO${other.cif}` })).id;
  companies = [
    { ...first, clientId: await clientOf(first, second) },
    { ...second, clientId: await clientOf(second, first) },
  ];
  const sent = new Map<string, Invoice>();
  for (const name of NAMES) {
    const { from, body } = TRADES[name];
    const own = companies[from];
    const parent = sent.get(name === 'negative' ? 'currency' : 'collection');
    const given = body({ clientId: own.clientId, parent });
    if (name === 'credit note') {
      const { id } = await creditIssued(service(), await creditingIn(service(), own), parent!, given);
      sent.set(name, await accepted(service(), own, id));
    } else sent.set(name, await validated(service(), own, given));
  }
  for (const own of companies) await synchronize(service(), own);
  for (const name of NAMES) {
    const { from } = TRADES[name];
    const to = companies[from === 0 ? 1 : 0];
    const own = sent.get(name)!;
    const { body } = await call<{ data: Invoice[] }>(
      service(),
      to,
      'GET',
      `/invoices?direction=incoming&search=${own.number}&limit=100`,
    );
    const row = body.data.find(one => one.number === own.number);
    const detail = row && (await call(service(), to, 'GET', `/invoices/${row.id}`)).body;
    traded.set(name, { sent: own, received: { ...detail }, xml: row ? await xmlOf(service(), to, row.id) : '' });
  }
});

/** Without the ids of each company's own records, and with numbers for texts of numbers: "21.00" is 21. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+\.\d+$|^\d{1,2}$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, comparable(one)]));
}

const only = (shown: Shown, fields: readonly string[]): Shown =>
  Object.fromEntries(fields.map(field => [field, comparable(shown[field])]));

const linesOf = (shown: Shown): Shown[] => shown['lines'] as Shown[];

describe('a document sent by one company is received by the other', () => {
  it.each(NAMES)('field by field: %s', name => {
    const { sent, received } = traded.get(name)!;
    const { differs, linesDiffer } = TRADES[name];
    const fields = [...FIELD_NAMES, ...TOTALS, 'ublExtensions', 'balance'];
    const expected = { ...sent, ...STATED, ...differs?.(sent) };
    expect(only(received, fields)).toEqual(only(expected, fields));

    const ofLines = [...new Set([...LINES.map(([field]) => field), ...LINE_TOTALS, 'ublExtensions'])];
    expect(linesOf(received).map(one => only(one, ofLines))).toEqual(
      linesOf(sent).map(one => only({ ...one, ...linesDiffer?.(one) }, ofLines)),
    );
  });

  it.each(NAMES.filter(name => name !== 'credit note'))('with its parties: %s', name => {
    const { sent, received } = traded.get(name)!;
    // Bucharest is stated by its sectors.
    const city = 'Sector 2';
    const seller = { ...(sent['supplier'] as Shown), id: expect.any(String), city };
    expect(received['supplier']).toEqual(seller);
    const { name: buyer, cif, address, city: place, country } = sent['client'] as Record<string, string>;
    expect(received).toMatchObject({
      ...{ receiverName: buyer, receiverCif: cif!.replace('RO', ''), receiverAddress: address },
      ...{ receiverCity: place, receiverCountry: country, direction: 'incoming', status: 'synced', duplicateOf: null },
    });
  });

  it.each(NAMES)('byte by byte: %s', async name => {
    const { sent, xml } = traded.get(name)!;
    expect(xml).toContain('<cbc:IssueDate>');
    expect(xml).toBe(await xmlOf(service(), companies[TRADES[name].from], sent['id'] as string));
  });

  it('and no field that the XML states is left out', () => {
    const sent = [...traded.values()].map(one => one.sent);
    const isStated = (value: unknown): boolean =>
      value !== null && value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);
    const statedIn = (shown: Shown[]) => (field: string) => shown.some(one => isStated(one[field]));
    expect(FIELD_NAMES.filter(field => !statedIn(sent)(field))).toEqual([]);
    const extensions = sent.map(one => (one['ublExtensions'] ?? {}) as Shown);
    expect(Object.keys(documentExtensions.shape).filter(key => !statedIn(extensions)(key))).toEqual([]);
    const lines = sent.flatMap(linesOf);
    const ofLines = lines.map(one => ({ ...one, ...(one['ublExtensions'] as Shown | null) }));
    expect(LINES.map(([field]) => field).filter(field => !statedIn(ofLines)(field))).toEqual([]);
    expect(Object.keys(lineExtensions.shape).filter(key => !statedIn(ofLines)(key))).toEqual([]);
  });

  it.each([0, 1] as const)('and lists, messages and suppliers of both sides agree (company %i)', async place => {
    const own = companies[place];
    const received = NAMES.filter(name => TRADES[name].from !== place).map(name => traded.get(name)!.received);
    const sent = NAMES.filter(name => TRADES[name].from === place).map(name => traded.get(name)!.sent);
    const numbersOf = (shown: Shown[]) => shown.map(one => one['number']).sort();

    const { data } = (await call<{ data: Shown[] }>(service(), own, 'GET', '/invoices?limit=100')).body;
    const ways = Map.groupBy(data, row => row['direction']);
    expect(numbersOf(ways.get('incoming') ?? [])).toEqual(numbersOf(received));
    expect(numbersOf(ways.get('outgoing') ?? [])).toEqual(numbersOf(sent));
    expect((ways.get('outgoing') ?? []).every(row => row['status'] === 'validated')).toBe(true);

    const messages = (await call<{ data: Shown[]; total: number }>(service(), own, 'GET', '/efactura-messages?limit=100')).body;
    expect(messages.total).toBe(NAMES.length);
    const about = (type: string) => messages.data.filter(one => one['messageType'] === type).map(one => one['invoiceId']);
    expect(about('notification').sort()).toEqual(received.map(one => one['id']).sort());
    expect(about('response').sort()).toEqual(sent.map(one => one['id']).sort());
    expect(new Set(messages.data.map(one => one['status']))).toEqual(new Set(['ok']));

    const suppliers = (await call<SupplierPage>(service(), own, 'GET', '/suppliers')).body;
    const spent = received.reduce((sum, one) => sum + Math.round(Number(one['total']) * Number(one['exchangeRate']) * 100), 0);
    expect(Object.values(suppliers.data).flat()).toMatchObject([
      {
        cui: companies[place === 0 ? 1 : 0].cif,
        invoiceCount: received.filter(one => one['isCreditNote'] === false).length,
        totalExpenses: spent / 100,
      },
    ]);
  });
});
