import { decimal } from '#shared/base/kernel/money.ts';
import { asksForPayment, fiscalTotals, paysBack } from '#shared/model/amounts/owed.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { paymentAccount } from '#shared/model/amounts/payment-account.ts';
import { defaultTermOf } from '#shared/model/amounts/payment-term.ts';
import { precedingInvoices } from '#shared/model/preceding.ts';
import type { Settlement } from '#shared/documents/common/print/totals.ts';
import { fact, factField, field, present, type Wording } from '#shared/documents/common/print/wording.ts';
import type { PrintedField, PrintedPayment } from '#shared/output/pdf/document.ts';
import { printedIban } from '#shared/output/pdf/format.ts';
import type { Labels } from '#shared/output/pdf/labels/index.ts';

/** How and where to pay, or how a refund is settled; null when neither applies: for a cancelled document, and a total of 0. */
export function payment(
  document: InvoiceDocument,
  { showBankInfo }: { showBankInfo: boolean },
  wording: Wording,
): PrintedPayment | null {
  const { labels } = wording;
  const isAsking = asksForPayment(document);
  const refund = refundText(document, labels);
  if (!isAsking && refund === null) return null;
  const { iban, bankName } = paymentAccount(document);
  const payee = [document.payeeName, document.payeeIdentifier, document.payeeLegalRegistrationIdentifier].filter(Boolean);
  return {
    heading: isAsking ? labels.payment : labels.refund,
    fields: present([
      field(labels.payee, payee.join(', ')),
      showBankInfo ? ibanField(labels.iban, iban && printedIban(iban)) : null,
      showBankInfo ? field(labels.bank, bankName) : null,
      isAsking && showBankInfo && iban && document.status !== 'draft' ? field(labels.paymentReference, document.number) : null,
      field(labels.paymentMethodLabel, labels.paymentMethod[document.paymentMethod]),
      isAsking ? field(labels.paymentTerms, terms(document, labels)) : null,
      isAsking ? field(labels.penaltyLabel, penalty(document, wording)) : null,
    ]),
    text: refund === null ? null : fact('settlement of the refund', refund),
  };
}

/** Its own terms, else those that the e-invoice states by default. */
function terms(document: InvoiceDocument, labels: Labels): string | null {
  const byDefault = defaultTermOf(document);
  return byDefault ? labels.defaultTerm[byDefault] : document.paymentTerms;
}

function ibanField(label: string, iban: string | null): PrintedField | null {
  const printed = factField('IBAN', label, iban);
  return printed && { ...printed, style: 'iban' };
}

function penalty(document: InvoiceDocument, { labels, format }: Wording): string | null {
  const { penaltyEnabled, penaltyPercentPerDay, penaltyGraceDays } = document;
  if (!penaltyEnabled || penaltyPercentPerDay === null) return null;
  return labels.penalty(format.plain(penaltyPercentPerDay), penaltyGraceDays ?? 0);
}

/** How the refund of a document in force with a negative total is settled; null for all others. */
function refundText(document: InvoiceDocument, labels: Labels): string | null {
  if (!paysBack(document)) return null;
  // A negative invoice may name one that it does not reduce: of another client, say.
  const isReducing = document.isCreditNote || document.settles !== undefined;
  const reduced = isReducing ? (document.parentDocument ?? precedingInvoices(document)[0]) : undefined;
  return labels.refundTerms(reduced?.number ?? null);
}

/**
 * Payments, credits and the remaining amount to pay. All are null for a cancelled document, which demands no payment, for a total
 * of 0 or less, which counts as settled (SET-5), and without payments and credits.
 */
export function settlementOf(invoice: Invoice): Settlement {
  const { status, amountPaid, creditedAmount, balance } = invoice;
  const paid = decimal(amountPaid).gt(0) ? amountPaid : null;
  const credited = decimal(creditedAmount).gt(0) ? creditedAmount : null;
  const isSilent = status === 'cancelled' || decimal(fiscalTotals(invoice).total).lte(0) || (paid === null && credited === null);
  return isSilent ? { paid: null, credited: null, remaining: null } : { paid, credited, remaining: balance };
}
