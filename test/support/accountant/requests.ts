import { countryOf, type Party, type SentDocument, type SentLine } from './sent.ts';

/** How the documents of the year are said to the service: bodies of requests. */

/** Ids of a company's own records. */
export interface Desk {
  clients: ReadonlyMap<Party, string>;
  /** Series of credit notes and of self-billed invoices. */
  creditSeries: string;
  selfBilledSeries: string;
  /** VAT rates by their percentage. */
  rates: ReadonlyMap<string, string>;
  /** Ids of documents by their places. */
  ids: ReadonlyMap<number, string>;
}

const numberOrNone = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const lineOf = (line: SentLine) => ({
  description: line.description,
  quantity: Number(line.quantity),
  unitPrice: Number(line.unitPrice),
  // A seller that is not registered states no rate (TAX-15).
  ...(line.category === 'S' ? { vatRate: Number(line.rate) } : line.category === 'O' ? {} : { vatCategoryCode: line.category }),
  discount: numberOrNone(line.discount),
  discountPercent: numberOrNone(line.discountPercent),
  ...(line.gross && { vatIncluded: true }),
  ...(line.service && { kind: 'service' }),
});

const ADDRESSES: Record<string, object> = {
  DE: { streetName: 'Main 1', cityName: 'Berlin', countrySubentity: 'Berlin', countryCode: 'DE' },
  US: { streetName: 'Main 1', cityName: 'Boston', countrySubentity: 'Massachusetts', countryCode: 'US' },
};

/** Allowances, days, place of delivery and the reason of an exemption. */
function extensionsOf(document: SentDocument): object {
  const { allowances, prepaid, deliveredOn, periodEnd, client, lines } = document;
  const deliveryAddress = ADDRESSES[countryOf(client)];
  return {
    ...(allowances && {
      allowanceCharges: allowances.map(({ isCharge, amount, rate }) => ({
        ...{
          chargeIndicator: isCharge,
          amount,
          taxCategoryCode: 'S',
          taxRate: rate,
          reason: isCharge ? 'Transport' : 'Discount',
        },
      })),
    }),
    ...(prepaid !== undefined && { prepaidAmount: prepaid }),
    ...(deliveredOn !== undefined && {
      delivery: { actualDeliveryDate: deliveredOn, ...(deliveryAddress && { deliveryAddress }) },
    }),
    ...(periodEnd !== undefined && { invoicePeriod: { startDate: `${periodEnd.slice(0, 7)}-01`, endDate: periodEnd } }),
    ...(lines.some(({ category }) => category === 'E') && {
      ...{ taxExemptionReason: 'Art. 292 (1) f', taxExemptionReasonCode: 'VATEX-EU-132' },
    }),
  };
}

const termOf = (day: string): string => new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10);

/** A credit note or invoice to be created. */
export function bodyOf(document: SentDocument, desk: Desk) {
  const { issueDate, currency, parent, collected } = document;
  const extensions = extensionsOf(document);
  return {
    ...{ clientId: desk.clients.get(document.client), issueDate, dueDate: termOf(issueDate), currency },
    idempotencyKey: `document ${document.issuer} ${document.place}`,
    ...(parent && { parentDocumentId: desk.ids.get(parent.place) }),
    ...(Object.keys(extensions).length > 0 && { ublExtensions: extensions }),
    ...(document.taxPointDate !== undefined && { taxPointDate: document.taxPointDate }),
    ...(document.kind === 'selfBilled' && { invoiceTypeCode: '389', documentSeriesId: desk.selfBilledSeries }),
    ...(document.onCollection !== undefined && { tvaLaIncasare: document.onCollection }),
    ...(collected !== undefined && { collect: { value: collected / 100, issueDate, type: 'cash' } }),
    ...(document.kind === 'credit' && { isCreditNote: true, direction: 'outgoing', seriesId: desk.creditSeries }),
    lines: document.lines.map(line => ({
      ...lineOf(line),
      ...(document.kind === 'credit' && { vatRateId: desk.rates.get(line.rate) }),
    })),
  };
}

/** The body of `POST …/storno` or `POST …/correct`. */
export const takingBackOf = ({ kind, issueDate, lines }: SentDocument) =>
  kind === 'storno' ? { issueDate } : { issueDate, dueDate: termOf(issueDate), lines: lines.map(lineOf) };
