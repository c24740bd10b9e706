import { buyerIdentifiers, isConsumer, sellerIdentifiers, statedPersonalNumber } from '../model/identifiers.ts';
import { customerOf, isSelfBilled, supplierIdentifiers, supplierOf } from '../model/roles.ts';
import { exemptionReason } from '../model/vat/exemptions.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import type { Party } from '../model/party.ts';
import type { StatedVatCategory } from '../model/vat/categories.ts';
import { vatOnCollectionApplies } from '../model/vat/on-collection.ts';
import { asksForPayment, paysBack } from '../model/amounts/owed.ts';
import { precedingInvoices } from '../model/preceding.ts';
import { receiverParty } from '../model/receiver.ts';
import { decimal } from '../kernel/money.ts';
import { type Format, printedIban } from './format.ts';
import type { Labels } from './labels/index.ts';
import type { PrintedAdjustment } from './printed-totals.ts';

/** What follows from an invoice for its printed form, whatever the template: shared by the templates and `facts.ts`. */

/** The document's title in its language. */
export function titleOf(document: InvoiceDocument, { title }: Labels): string {
  // The law asks for the word on every document that the buyer makes out (Fiscal Code, art. 319 (20) k).
  const selfBilled = isSelfBilled(document) ? ` (${title.selfBilled})` : '';
  if (document.isCreditNote) return `${title.creditNote}${selfBilled}`;
  if (document.invoiceTypeCode === '384') return `${title.corrected}${selfBilled}`;
  if (document.invoiceTypeCode === '389') return title.selfBilled;
  if (document.invoiceTypeCode === '751') return title.accounting;
  return decimal(document.total).lt(0) ? title.reversal : title.invoice;
}

export interface PrintedIdentifier {
  kind: 'vatId' | 'taxId' | 'personalNumber';
  value: string;
}

/** The seller's tax number, the same as in the XML: `RO` + digits of a VAT payer, digits of anyone else. */
export function sellerTaxId(document: InvoiceDocument): PrintedIdentifier | null {
  const { vat = null, tax = null, legal = null } = supplierIdentifiers(document) ?? {};
  if (vat) return { kind: 'vatId', value: vat };
  const client = isSelfBilled(document) ? document.client : null;
  if (client && isConsumer(client)) return legal ? { kind: 'personalNumber', value: legal } : null;
  const number = tax ?? client?.cif;
  return number ? { kind: 'taxId', value: number } : null;
}

/** The buyer's tax number, the same as in the XML; of a consumer the personal number, where the XML has it too. */
export function buyerTaxId(document: InvoiceDocument): PrintedIdentifier | null {
  if (isSelfBilled(document)) {
    const { vat, tax } = sellerIdentifiers(document.seller, document);
    return vat ? { kind: 'vatId', value: vat } : tax ? { kind: 'taxId', value: tax } : null;
  }
  const buyer = document.client ?? receiverParty(document);
  if (!buyer) return null;
  if (isConsumer(buyer)) {
    const number = statedPersonalNumber(buyer);
    return number ? { kind: 'personalNumber', value: number } : null;
  }
  const { vat, tax } = buyerIdentifiers(buyer);
  if (vat) return { kind: 'vatId', value: vat };
  const number = tax ?? buyer.cif;
  return number ? { kind: 'taxId', value: number } : null;
}

/** The buyer's name, from the record or as typed on the document. */
export const buyerName = (document: InvoiceDocument): string | null =>
  customerOf(document)?.name ?? (isSelfBilled(document) ? null : document.receiverName);

/** Postal address in lines: street; postal code, city, county. */
export function addressLines({ address, postalCode, city, county }: Party): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ');
  const region = county && county !== city ? county : null;
  return [address, [place, region].filter(Boolean).join(', ')].filter((line): line is string => Boolean(line));
}

/** The earlier documents that this one refers to (Directive 2006/112/EC, Article 219), each with its date. */
export const precedingTexts = (document: InvoiceDocument, labels: Labels, format: Format): string[] =>
  precedingInvoices(document).map(({ number, issueDate }) =>
    issueDate === null ? number : `${number} ${labels.ofDate} ${format.date(issueDate)}`,
  );

/** How a document in force that pays back is settled; null for all others. */
export function refundText(document: InvoiceDocument, labels: Labels): string | null {
  if (!paysBack(document)) return null;
  // A credit note lowers the balance of its invoice, of no other that it refers to; a negative invoice stands for itself.
  const credited = document.isCreditNote ? (document.parentDocument ?? precedingInvoices(document)[0]) : undefined;
  return labels.refundTerms(credited?.number ?? null);
}

/** The account to pay to: the payee's when the document names one (BG-10), else the seller's, which gets no refunds of its own. */
export function paymentAccount(document: InvoiceDocument): { iban: string | null; bankName: string | null } {
  if (!asksForPayment(document) && !paysBack(document)) return NO_ACCOUNT;
  const { payeeBankAccount, payeeBankName } = document;
  const seller = supplierOf(document);
  const ofSeller = seller && asksForPayment(document) ? { iban: seller.iban, bankName: seller.bankName } : NO_ACCOUNT;
  const account = payeeBankAccount ? { iban: payeeBankAccount, bankName: payeeBankName } : ofSeller;
  return { ...account, iban: account.iban && printedIban(account.iban) };
}

const NO_ACCOUNT = { iban: null, bankName: null };

/** Why a VAT group carries no VAT, in the document's language: stated on its lines or the document, else its category's. */
export function exemptionText(document: InvoiceDocument, category: StatedVatCategory, labels: Labels): string | null {
  const stating = [
    ...document.lines.filter(line => line.vatCategoryCode === category).map(line => line.ublExtensions),
    ...(category === 'E' ? [document.ublExtensions, supplierOf(document)] : []),
  ];
  const isStated = stating.some(extensions => extensions?.taxExemptionReason || extensions?.taxExemptionReasonCode);
  const reason = isStated ? exemptionReason(document, category) : null;
  if (reason) return [reason.text ?? labels.exemption[category], reason.code && `(${reason.code})`].filter(Boolean).join(' ');
  const sellerChargesVat = sellerTaxId(document)?.kind === 'vatId';
  return category === 'O' && !sellerChargesVat ? labels.notVatPayer : (labels.exemption[category] ?? null);
}

/** Mentions that the law asks for, from the document's data (Directive 2006/112/EC, Article 226(7a) and (11a)). */
export const legalMentions = (document: InvoiceDocument, labels: Labels): string[] => [
  ...(vatOnCollectionApplies(document) ? [labels.vatOnCollection] : []),
  ...(document.lines.some(line => line.vatCategoryCode === 'AE') ? [labels.reverseCharge] : []),
];

export interface Settlement {
  /** Null where nothing was paid, credited or is left to say. */
  paid: string | null;
  credited: string | null;
  remaining: string | null;
}

/**
 * What is left of the amount to pay after payments and credit notes. A cancelled document asks for nothing, and one with a negative
 * total is settled on its own (completions-documents §1.6), so neither says anything.
 */
export function settlementOf({ status, total, amountPaid, creditedAmount, balance }: InvoiceDocument): Settlement {
  const paid = decimal(amountPaid).gt(0) ? amountPaid : null;
  const credited = decimal(creditedAmount).gt(0) ? creditedAmount : null;
  const isSilent = status === 'cancelled' || decimal(total).lte(0) || (paid === null && credited === null);
  return isSilent ? { paid: null, credited: null, remaining: null } : { paid, credited, remaining: balance };
}

/** What an allowance or charge is for: its reason, what it is a share of. */
export function adjustmentText(
  { isCharge, reason, reasonCode, percent, base }: PrintedAdjustment,
  labels: Labels,
  format: Format,
): string {
  const name = reason ?? [isCharge ? labels.charge : labels.allowance, reasonCode && `(${reasonCode})`].filter(Boolean).join(' ');
  const share = [percent && format.percent(percent), base && `${labels.ofBase} ${format.money(base)}`].filter(Boolean).join(' ');
  return [name, share].filter(Boolean).join(', ');
}

/** An allowance or charge of a line, with its amount. */
export const lineAdjustmentText = (adjustment: PrintedAdjustment, labels: Labels, format: Format): string => {
  const { isCharge, reason } = adjustment;
  const kind = reason === null ? '' : `${isCharge ? labels.charge : labels.allowance} · `;
  return `${kind}${adjustmentText(adjustment, labels, format)}:\u00a0${format.money(adjustment.amount)}`;
};
