import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { withChanges } from '#shared/documents/invoices/draft.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { invoiceBody } from '#shared/documents/invoices/input.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { Company } from '#shared/model/company.ts';
import { sampleDocument } from '../support/documents.ts';
import type { Specimen } from './corpus.ts';
import { Random } from './random.ts';

/** Valid documents as callers send them: a random request body, read and drafted as the endpoint does it, written as XML. */
export function* requested(count: number, seed: number): Generator<Specimen> {
  for (let number = 0; number < count; number += 1) {
    const document = requestedDocument(new Random(seed + number * 104_729));
    yield { name: `request ${seed}/${number}`, xml: writeUbl(document) };
  }
}

/** The issued document of a random request. */
export function requestedDocument(random: Random): InvoiceDocument {
  const trade = random.pick(TRADES);
  const client = { ...CLIENT, ...random.pick(trade.clients) };
  const body = invoiceBody.parse(bodyOf(random, trade, client));
  const context: InvoiceContext = {
    company: companyOf(random, trade),
    client,
    ...{ bankAccounts: [], series: [], vatRates: [], products: new Map() },
    ...{ parent: undefined, parentLines: [], credits: [] },
  };
  return withChanges({ ...BLANK, number: `FCT-2026-${1 + random.below(9999)}`, sequence: 1 }, body, context);
}

const BLANK = sampleDocument({ client: null, clientId: null });
const ID = '0198c0de-0000-7000-8000-000000000002';

const CLIENT = {
  ...{ id: ID, version: 1, type: 'company', name: 'Șantierul Verde SA', cui: 'RO18547290', cnp: null, vatCode: null },
  ...{ isVatPayer: true, registrationNumber: 'J12/345/2006', address: 'Calea Moților nr. 8', city: 'Cluj-Napoca' },
  ...{ county: 'Cluj', postalCode: '400001', country: 'RO', email: null, phone: '0264 555 010' },
} as Client;
const COMPANY = {
  ...{ id: ID, name: 'Atelierul de Lemn Țiriac & Fiii SRL', cif: '40123452', registrationNumber: 'J40/1234/2019' },
  ...{ address: 'Str. Mântuleasa nr. 17, sector 2', city: 'București', state: 'București', country: 'RO', phone: null },
  ...{ email: 'facturi@atelier.example', website: null, capitalSocial: '200 lei', defaultCurrency: 'RON' },
} as Company;

const ABROAD: Partial<Client> = {
  ...{ name: 'Holzwerkstatt Jäger GmbH', cui: 'ATU12345678', registrationNumber: 'FN 123456a', country: 'AT' },
  ...{ address: 'Mariahilfer Straße 1', city: 'Wien', county: 'Wien', postalCode: '1060' },
};
const BUYERS: readonly Partial<Client>[] = [
  {},
  { city: 'Bucuresti', county: 'Sector 3', address: 'Bd. Unirii 5' },
  { cui: '18547290', isVatPayer: false },
  { type: 'individual', name: 'Ioana Ștefănescu', cui: null, isVatPayer: false },
  { type: 'individual', name: 'Ion Pop', cui: null, cnp: '2850312040015', isVatPayer: false, county: 'jud. Cluj' },
];

/** Valid combinations: VAT categories, buyers, and whether the seller must be registered for VAT. */
interface Trade {
  vat: readonly object[];
  clients: readonly Partial<Client>[];
  registered: boolean;
  extensions?: object;
}
const rate = (vatRate: number): object => ({ vatRate });
const free = (vatCategoryCode: string): object => ({ vatRate: 0, vatCategoryCode });
const HOME: Trade = { vat: [rate(21), rate(21), rate(11), rate(9), rate(0), free('E')], clients: BUYERS, registered: false };
const TRADES: readonly Trade[] = [
  ...[HOME, HOME, HOME],
  { vat: [free('AE')], clients: [{}, ABROAD], registered: false },
  {
    ...{ vat: [free('K')], clients: [ABROAD], registered: true },
    extensions: {
      delivery: {
        actualDeliveryDate: '2026-03-01',
        deliveryAddress: { streetName: 'Ring 1', cityName: 'Wien', countrySubentity: 'Wien', countryCode: 'AT' },
      },
    },
  },
  { vat: [free('G')], clients: [{ ...ABROAD, cui: '123456789', country: 'CH', isVatPayer: false }], registered: true },
  { vat: [free('O')], clients: [{}, { isVatPayer: false, cui: '18547290' }], registered: false },
];

function companyOf(random: Random, { registered }: Trade): Company {
  const vatPayer = registered || random.chance(0.7);
  const account = random.chance(0.6) ? { bankAccount: 'RO49AAAA1B31007593840000', bankName: 'Banca Exemplu' } : {};
  return { ...COMPANY, bankAccount: null, bankName: null, ...account, vatPayer, vatCode: vatPayer ? 'RO40123452' : null };
}

const WORDS = 'Masă din stejar|Cărți <vechi> & noi|Servicii „la cheie"|Șurub M8 🔩|Transport\u00a0rapid|x'.split('|');
const words = (random: Random): string => `${random.pick(WORDS)} ${random.below(1000)}`;
const decimals = (random: Random, most: number, places: number): string =>
  (random.next() * most).toFixed(random.below(places + 1));

/** A seller for a self-billed invoice with VAT: the roles are swapped there, and the seller must be registered. */
const sells = (trade: Trade, { cui, isVatPayer }: Client): boolean => trade === HOME && cui !== null && isVatPayer;

function bodyOf(random: Random, trade: Trade, client: Client): object {
  const types = ['380', '380', '380', '384', '751', ...(sells(trade, client) ? ['389', '389'] : [])];
  const refund = random.chance(0.1);
  const currency = random.pick(['RON', 'RON', 'RON', 'EUR', 'USD']);
  const older = (): object => ({ number: words(random), issueDate: '2026-01-15' });
  const dueDate = random.chance(0.8) ? { dueDate: random.pick(['2026-03-02', '2026-04-01']) } : {};
  return {
    ...{ clientId: ID, issueDate: '2026-03-02', ...dueDate, currency },
    ...(currency !== 'RON' && { exchangeRate: (4 + random.next()).toFixed(4) }),
    invoiceTypeCode: random.pick(types),
    lines: Array.from({ length: 1 + random.below(10) }, () => lineOf(random, trade, refund)),
    ...textsOf(random),
    ...(random.chance(0.2) && { precedingInvoices: Array.from({ length: 1 + random.below(3) }, older) }),
    ...(random.chance(0.1) && { vatIncluded: true }),
    ublExtensions: { taxExemptionReason: 'Scutit, art. 292', ...trade.extensions, ...extensionsOf(random, trade) },
  };
}

function lineOf(random: Random, trade: Trade, refund: boolean): object {
  const quantity = Number(decimals(random, 500, 4)) || 1;
  const unitPrice = Number(decimals(random, 2000, 4));
  const discount = random.pick([
    {},
    {},
    { discountPercent: Number(decimals(random, 100, 2)) },
    { discount: Number((quantity * unitPrice * random.next()).toFixed(1)) },
  ]);
  return {
    ...{ description: words(random), quantity: refund ? -quantity : quantity, unitPrice, ...discount },
    ...random.pick(trade.vat),
    unitOfMeasure: random.pick(['buc', 'ORE', 'kg', 'Bucăți', 'm²', 'C62', 'coș']),
    ...(random.chance(0.3) && { vatIncluded: true }),
    ...(random.chance(0.2) && { productCode: `P-${random.below(100)}` }),
    ...(random.chance(0.2) && { ublExtensions: lineExtensionsOf(random) }),
  };
}

const allowance = (random: Random): object => ({
  ...{ chargeIndicator: random.chance(0.5), amount: decimals(random, 20, 2) },
  ...(random.chance(0.5) && { reason: words(random) }),
  ...(random.chance(0.3) && { baseAmount: '200.00', multiplierFactorNumeric: '7.5' }),
});

const lineExtensionsOf = (random: Random): object => ({
  ...(random.chance(0.5) && { invoicePeriod: { startDate: '2026-02-01', endDate: '2026-02-28' } }),
  allowanceCharges: Array.from({ length: random.below(3) }, () => allowance(random)),
  ...(random.chance(0.5) && { additionalItemProperties: [{ name: 'Culoare', value: words(random) }] }),
  ...(random.chance(0.3) && { originCountry: random.pick(['RO', 'it']) }),
});

function extensionsOf(random: Random, trade: Trade): object {
  const charged = (): object => {
    const { vatRate, vatCategoryCode = vatRate === 0 ? 'Z' : 'S' } = random.pick(trade.vat) as {
      vatRate: number;
      vatCategoryCode?: string;
    };
    return { ...allowance(random), taxCategoryCode: vatCategoryCode, taxRate: String(vatRate) };
  };
  return {
    ...(random.chance(0.2) && { invoicePeriod: { startDate: '2026-02-01', endDate: '2026-02-28' } }),
    ...(random.chance(0.3) && { allowanceCharges: Array.from({ length: 1 + random.below(3) }, charged) }),
    ...(random.chance(0.1) && { prepaidAmount: decimals(random, 100, 2) }),
    ...(random.chance(0.2) && {
      additionalDocumentReferences: [
        { id: 'ANEXA-1', documentDescription: 'Deviz' },
        { id: 'PV-2', documentTypeCode: '916' },
      ],
    }),
  };
}

const TEXTS = 'notes mentions paymentTerms deliveryLocation projectReference orderNumber contractNumber issuerName'.split(' ');
const REFERENCES =
  'buyerReference receivingAdviceReference despatchAdviceReference tenderOrLotReference invoicedObjectIdentifier ' +
  'buyerAccountingReference businessProcessType payeeName';

function textsOf(random: Random): object {
  const names = [...TEXTS, ...REFERENCES.split(' ')].filter(() => random.chance(0.25));
  return {
    ...Object.fromEntries(names.map(name => [name, words(random)])),
    paymentMethod: random.pick(['bank_transfer', 'cash', 'card', 'cheque', 'other']),
    tvaLaIncasare: random.chance(0.2),
    ...(random.chance(0.2) && random.pick([{ taxPointDate: '2026-03-10' }, { taxPointDateCode: '35' }])),
    ...(random.chance(0.2) && { penaltyEnabled: true, penaltyPercentPerDay: '0.1', penaltyGraceDays: 5 }),
  };
}
