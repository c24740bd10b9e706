import { decimal } from '#shared/base/kernel/money.ts';
import { asksForPayment, fiscalTotals, isNegative } from '#shared/model/amounts/owed.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import { adjustmentsTable } from '#shared/documents/common/print/adjustments.ts';
import { printedAmounts } from '#shared/documents/common/print/amounts.ts';
import { linesTable } from '#shared/documents/common/print/lines.ts';
import { printedBuyer, printedSeller } from '#shared/documents/common/print/parties.ts';
import { amountDue, printedTotals } from '#shared/documents/common/print/totals.ts';
import { legalMentions, vatTable } from '#shared/documents/common/print/vat.ts';
import { fact, factField, field, present, unbroken, type Wording, wordingOf } from '#shared/documents/common/print/wording.ts';
import type { PrintedDocument, PrintedField, PrintedSection } from '#shared/output/pdf/document.ts';
import type { Labels } from '#shared/output/pdf/labels/index.ts';
import { payment, settlementOf } from './payment.ts';
import { references } from './references.ts';

/**
 * The content of the PDF of an invoice or credit note, in the language of the document. Pure.
 *
 * @param showBankInfo whether the bank account for payment is printed, a setting of the PDF configuration
 */
export function printedInvoice(
  document: InvoiceDocument,
  { showBankInfo = true }: { showBankInfo?: boolean } = {},
): PrintedDocument {
  const wording = wordingOf(document.language);
  const { labels, format } = wording;
  const amounts = printedAmounts(document);
  const isOpen = document.status !== 'cancelled' && decimal(fiscalTotals(document).total).gt(0);
  const section = (heading: string, text: string | null): PrintedSection | null => (text ? { heading, text } : null);
  return {
    language: labels.language,
    title: titleOf(document, labels),
    number: document.number,
    company: document.seller.name,
    watermark: document.status === 'draft' || document.status === 'cancelled' ? labels[document.status] : null,
    changedAt: document.updatedAt,
    dates: present([
      factField('issue date', labels.issueDate, format.date(document.issueDate)),
      factField(
        'due date',
        labels.dueDate,
        asksForPayment(document) && document.dueDate !== null && format.date(document.dueDate),
      ),
      field(labels.currency, document.currency),
      isOpen && asksForPayment(document) ? amountDue(document, amounts, settlementOf(document), wording) : null,
    ]),
    parties: present([printedSeller(document, wording), printedBuyer(document, wording)]),
    references: references(document, wording),
    transport: null,
    lines: linesTable(amounts.lines, wording),
    adjustments: adjustmentsTable(amounts, wording),
    vat: vatTable(document, amounts, wording),
    legalMentions: legalMentions(document, labels).map(text => fact('legal mention', text)),
    totals: printedTotals(document, amounts, { settlement: settlementOf(document), isOpen }, wording),
    payment: payment(document, { showBankInfo }, wording),
    statement: clientBalance(document, wording),
    remarks: present([section(labels.mentions, document.mentions), section(labels.notes, document.notes)]),
    people: people(document, labels),
    // Invoices need no signatures (Fiscal Code, art. 319 (29)).
    signatures: [],
  };
}

/** The document's title in its language. */
export function titleOf(document: InvoiceDocument, { title }: Labels): string {
  // Required on every document that the buyer issues (Fiscal Code, art. 319 (20) k).
  const selfBilled = isSelfBilled(document) ? ` (${title.selfBilled})` : '';
  if (document.isCreditNote) return `${title.creditNote}${selfBilled}`;
  if (document.invoiceTypeCode === '384') return `${title.corrected}${selfBilled}`;
  if (document.invoiceTypeCode === '389') return title.selfBilled;
  if (document.invoiceTypeCode === '751') return title.accounting;
  return isNegative(document) ? title.reversal : title.invoice;
}

/** The persons on the document: issuer, person who transports the goods, sales agent. */
function people({ issuerName, salesAgent, ...document }: InvoiceDocument, labels: Labels): PrintedField[] {
  const { deputyName, deputyIdentityCard, deputyAuto } = document;
  const deputy = [
    deputyName,
    deputyIdentityCard && unbroken(`${labels.identityCard} ${deputyIdentityCard}`),
    deputyAuto && unbroken(`${labels.vehicle} ${deputyAuto}`),
  ].filter(Boolean);
  return present([
    field(labels.issuer, issuerName),
    field(labels.deputy, deputy.join(', ')),
    field(labels.salesAgent, salesAgent),
  ]);
}

/** The client's balance; null unless `showClientBalance` is set. */
function clientBalance(document: InvoiceDocument, { labels, format }: Wording): PrintedSection | null {
  const { showClientBalance, clientBalanceExisting: existing, clientBalanceOverdue: overdue, currency } = document;
  if (!showClientBalance || (existing === null && overdue === null)) return null;
  const parts = [
    existing !== null && `${labels.balanceExisting} ${format.sum(existing, currency)}`,
    overdue !== null && `${labels.balanceOverdue} ${format.sum(overdue, currency)}`,
  ].filter(part => part !== false);
  return { heading: labels.clientBalance, text: parts.join(', ') };
}
