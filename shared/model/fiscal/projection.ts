import { amount, decimal } from '#shared/base/kernel/money.ts';
import { isRegisteredBuyer, selfAssessedByGroup } from '../amounts/deduction.ts';
import { canBeReversed, isReversal, settledId } from '../amounts/settlement.ts';
import { buyerIdentifiers, compact } from '../identifiers.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import type { Party } from '../party.ts';
import { signedPayment } from '../amounts/payment-state.ts';
import type { Payment, PaymentType } from '../payment.ts';
import { isSelfAssessed, type Source, sourceOf } from '../purchase/model.ts';
import { partNotInBase } from '../amounts/not-in-base.ts';
import { isCategoryNotInBase, isNotInBase } from '../vat/not-in-base.ts';
import { taxPointByCategories } from '../vat/tax-point.ts';
import { vatPartsOf } from './amounts.ts';
import { notDueAtFirst } from './collection.ts';
import { isOneStopShop } from './one-stop-shop.ts';
import { type FiscalRole, fiscalRoleOf, type Operation, operationOf, partnerOf } from './operations.ts';
import type { VatParts } from './vat-parts.ts';

/** A VAT group of a document with what the law makes of it. */
export interface FiscalGroup extends VatParts {
  operation: Operation;
  /** VAT in lei that the buyer owes itself: on purchases under reverse charge, from the Union and from abroad. */
  selfAssessed?: string;
  /** A sale with the VAT of another member state under the one-stop shop. Absent on entries that are older than this field, too. */
  oss?: true;
}

/** What journals, returns and ledgers need of a document (ADR 0051). */
export interface FiscalProjection {
  documentId: string;
  role: FiscalRole;
  /** Where it is from; absent on documents that are made here. */
  source?: Source;
  number: string;
  issueDate: string;
  /** The day on which the tax becomes due. */
  taxPoint: string;
  /** The month of the journal that has it, `YYYY-MM`. */
  period: string;
  partner: { id: string | null; name: string | null; cif: string | null; country: string };
  /**
   * The VAT number of the partner with its prefix, as the e-invoice states it, where that is neither `cif` nor the Romanian one of a partner in
   * Romania. Absent on entries that are older than this field, too.
   */
  vatNumber?: string;
  currency: string;
  exchangeRate: string;
  /** The month of `fiscalDayOf`, when it was closed: the document is a correction of that month in the return of `period`. */
  corrects?: string;
  /** The id of the invoice that it takes back from. */
  settles?: string;
  groups: FiscalGroup[];
  /** VAT on collection: what was not due when the document came into force; negative on what takes back. */
  notDue?: VatParts[];
  /** Purchases: the deductible share of the VAT in percent; 0 when the company is not registered. */
  deductiblePercent?: string;
  /** Purchases: the supplier applies VAT on collection, as the document states. */
  onCollection?: true;
}

/**
 * Whether a document counts: it is in force here, or at the authority, which has validated it before it was cancelled (TAX-53). Of what was
 * delivered twice the first counts.
 */
export const countsFiscally = (document: Pick<Invoice, 'status' | 'taxauthStatus' | 'received'>): boolean =>
  canBeReversed(document) && !document.received?.duplicateOf;

type Dated = Parameters<typeof isReversal>[0] &
  Pick<
    Invoice,
    'direction' | 'invoiceTypeCode' | 'isCreditNote' | 'companyId' | 'seller' | 'booking' | 'vatGroups' | 'issueDate'
  > &
  Pick<Invoice, 'taxPointDate' | 'ublExtensions' | 'selfBilled' | 'purchase' | 'countedIn'>;

/** UNTDID 1001: a corrected invoice. */
const CORRECTED = '384';

/**
 * The day on which the tax of a document becomes due. What takes back or corrects changes the tax of its own month, whenever the supply was,
 * of which it repeats the day (Fiscal Code, art. 287, 330).
 */
export function fiscalTaxPointOf(document: Dated): string {
  if (isReversal(document) || document.invoiceTypeCode === CORRECTED) return document.taxPointDate ?? document.issueDate;
  return taxPointByCategories(
    document,
    document.vatGroups.map(({ category }) => category),
  );
}

/**
 * The day that decides on the month of the journal: the tax point; for a purchase that of its entry (`booking.receivedDate`), which cannot
 * be before the tax is due (Fiscal Code, art. 297, 299: deduction needs the invoice). VAT that the company owes itself for a purchase that was
 * entered by hand is owed and deducted in the month of the tax point.
 */
export function fiscalDayOf(document: Dated): string {
  const due = fiscalTaxPointOf(document);
  const isEntered = fiscalRoleOf(document) === 'purchase' && !(document.purchase && isSelfAssessed(document.purchase));
  const entered = isEntered ? document.booking?.receivedDate : undefined;
  return entered !== undefined && entered > due ? entered : due;
}

/** The month of the journal: that of `fiscalDayOf`, or a later one when that was closed (`countedIn`, closed-period.ts). */
export const fiscalPeriodOf = (document: Dated): string => document.countedIn ?? fiscalDayOf(document).slice(0, 7);

const deductiblePercentOf = (document: Invoice): string =>
  isRegisteredBuyer(document) ? (document.booking?.vatDeductiblePercent ?? '100') : '0';

/** A payment of a document, in the month of its date: what ledgers need of it, and what it makes due under VAT on collection. */
export interface PaymentEntry extends Pick<
  FiscalProjection,
  'documentId' | 'role' | 'source' | 'number' | 'partner' | 'vatNumber' | 'currency'
> {
  paymentId: string;
  /** The date of the payment. */
  paymentDate: string;
  period: string;
  /** In the document's currency; negative when it was paid back. */
  amount: string;
  /** Absent for a payment. */
  type?: Exclude<PaymentType, 'payment'>;
  /** What the payment has as its reference, such as that of a bank; absent without one. */
  reference?: string;
  /** The rate of the document: lei for one unit of its currency. */
  exchangeRate: string;
  /** Whether cash has changed hands, and the receipt of it, by which the cash journal shows it. Absent on entries that are older than both. */
  cash?: true;
  receiptId?: string;
  /** When the entry began; the document's row in a list that is older does not have the payment yet. */
  recordedAt: string;
  /** What the payment makes due: taxed groups alone. Absent when it makes nothing due. */
  groups?: FiscalGroup[];
  deductiblePercent?: string;
}

/** The entry of a payment that makes VAT due. */
export type CollectionEntry = PaymentEntry & Required<Pick<PaymentEntry, 'groups'>>;

/** The entry of a payment. Only while its document counts does it make VAT due. Pure. */
export const paymentEntryOf = (document: Invoice, payment: Payment): PaymentEntry => ({
  ...partiesOf(document),
  ...{ paymentId: payment.id, paymentDate: payment.paymentDate, period: payment.paymentDate.slice(0, 7) },
  amount: amount(signedPayment(payment)),
  ...(payment.type && { type: payment.type }),
  ...(payment.reference && { reference: payment.reference }),
  exchangeRate: document.exchangeRate,
  ...(payment.paymentMethod === 'cash' && payment.type !== 'offset' && { cash: true as const }),
  ...(payment.receipt && { receiptId: payment.receipt.id }),
  // A payment that the draft was created with counts from the issue on.
  recordedAt: payment.createdAt > (document.issuedAt ?? '') ? payment.createdAt : (document.issuedAt ?? ''),
  ...(payment.collected &&
    countsFiscally(document) && {
      groups: payment.collected.map(part => ({ ...part, operation: 'domestic' as const, ...foreignVat(document, part) })),
    }),
});

/** Marks a group with the VAT of another member state. */
const foreignVat = (document: Invoice, part: VatParts): Pick<FiscalGroup, 'oss'> =>
  isOneStopShop(document, part, fiscalTaxPointOf(document)) ? { oss: true } : {};

/** The `vatNumber` of the entry of a partner. */
function vatNumberOf(partner: Party): string | undefined {
  const { vat } = buyerIdentifiers(partner);
  const isOwn = partner.country.toUpperCase() === 'RO' && vat?.startsWith('RO');
  return vat === null || isOwn || vat === compact(partner.cif ?? partner.vatCode) ? undefined : vat;
}

/** What entries of documents and payments have in common. */
function partiesOf(document: Invoice) {
  const role = fiscalRoleOf(document);
  const partner = partnerOf(document);
  const source = sourceOf(document);
  const vatNumber = partner ? vatNumberOf(partner) : undefined;
  return {
    ...{ documentId: document.id, role, number: document.number, currency: document.currency },
    ...(source && { source }),
    partner: {
      id: partner?.id ?? null,
      name: partner?.name ?? document.receiverName,
      cif: partner?.cif ?? partner?.vatCode ?? document.receiverCif,
      country: partner?.country ?? document.receiverCountry ?? 'RO',
    },
    ...(vatNumber !== undefined && { vatNumber }),
    ...(role === 'purchase' && { deductiblePercent: deductiblePercentOf(document) }),
  };
}

/** A VAT group of the document by what the law makes of it: deposits and disbursements are apart from the rest of its category (TAX-73). */
function withOperations(document: InvoiceDocument, part: VatParts): [FiscalGroup, ...FiscalGroup[]] {
  const { category } = part;
  const rest = { ...part, operation: operationOf(document, category) };
  // The XML of a received document states one reason for the whole category; lines that were entered have their own.
  if ((document.received && !document.purchase) || (category !== 'E' && category !== 'O')) return [rest];
  if (isCategoryNotInBase(document, category)) return [{ ...rest, operation: 'not_in_base' }];
  const none = partNotInBase(document, category);
  if (!none) return [rest];
  const lines = document.lines.filter(line => !isNotInBase(document, line));
  const { base, baseLei } = none;
  return [
    {
      ...part,
      ...{ base: amount(decimal(part.base).minus(base)), baseLei: amount(decimal(part.baseLei).minus(baseLei)) },
      operation: operationOf({ ...document, lines }, category),
    },
    { ...part, base: amount(base), baseLei: amount(baseLei), vat: '0.00', vatLei: '0.00', operation: 'not_in_base' },
  ];
}

/**
 * What a document that leaves nothing to be paid on its invoice makes due there of rates that it does not have itself (SET-28): groups without
 * amounts of their own.
 */
const otherRates = (document: Invoice, parts: readonly VatParts[], notDue: readonly VatParts[] = []): FiscalGroup[] =>
  notDue
    .filter(({ category, rate }) => !parts.some(own => own.category === category && decimal(own.rate).eq(rate)))
    .filter(({ vat, vatLei }) => !decimal(vat).eq(0) || !decimal(vatLei).eq(0))
    .map(({ category, rate }) => {
      const part = { category, rate, base: '0.00', vat: '0.00', baseLei: '0.00', vatLei: '0.00' };
      return { ...part, operation: 'domestic', ...foreignVat(document, part) };
    });

/** The fiscal projection of a document in force. Pure. */
export function projectionOf(document: InvoiceDocument): FiscalProjection {
  const parties = partiesOf(document);
  const parts = vatPartsOf(document);
  const owed = parties.role === 'purchase' ? selfAssessedByGroup(document, parts) : [];
  const notDue = isReversal(document) ? document.notDue : notDueAtFirst(document);
  const settles = settledId(document);
  return {
    ...parties,
    ...{ issueDate: document.issueDate, exchangeRate: document.exchangeRate },
    ...{ taxPoint: fiscalTaxPointOf(document), period: fiscalPeriodOf(document) },
    ...(document.countedIn && { corrects: fiscalDayOf(document).slice(0, 7) }),
    ...(settles !== null && { settles }),
    ...(parties.role === 'purchase' && document.tvaLaIncasare && { onCollection: true as const }),
    groups: [
      ...parts.flatMap((part, place) => {
        const [first, ...rest] = withOperations(document, part);
        const assessed = decimal(owed[place]).eq(0) ? {} : { selfAssessed: owed[place] as string };
        return [{ ...first, ...assessed, ...foreignVat(document, part) }, ...rest];
      }),
      ...otherRates(document, parts, notDue),
    ],
    ...(notDue && notDue.length > 0 && { notDue }),
  };
}
