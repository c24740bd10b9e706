import type { Printing } from '#shared/documents/common/files/complete.ts';
import { asInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { printedAmounts } from '#shared/documents/common/print/amounts.ts';
import { linesTable } from '#shared/documents/common/print/lines.ts';
import { printedBuyer, printedSeller } from '#shared/documents/common/print/parties.ts';
import { amountDue, printedTotals, type Settlement } from '#shared/documents/common/print/totals.ts';
import { vatTable } from '#shared/documents/common/print/vat.ts';
import { fact, factField, field, present, type Wording, wordingOf } from '#shared/documents/common/print/wording.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import type { PrintedDocument, PrintedPayment, PrintedSection } from '#shared/output/pdf/document.ts';
import { printedIban } from '#shared/output/pdf/format.ts';
import { proformaFile } from './identity.ts';
import { readProforma } from './read.ts';

/** How proformas are printed. They do not record their PDF: its key is derived from its content (pdf/key.ts). */
export const PROFORMA_PRINTING: Printing<ProformaDocument> = {
  title: KINDS.proforma.title,
  read: async (company, id) => (await readProforma(company, id))?.document,
  identity: proformaFile,
  print: printedProforma,
};

/** The content of a proforma's PDF, in the language of the proforma; it states that it is not a fiscal document. Pure. */
export function printedProforma(
  document: ProformaDocument,
  { showBankInfo = true }: Partial<Pick<PdfTemplateConfiguration, 'showBankInfo'>> = {},
): PrintedDocument {
  const wording = wordingOf(document.language);
  const { labels, format } = wording;
  // Parties, lines, VAT and totals are printed as on the invoice that will follow.
  const sale = asInvoice(document);
  const amounts = printedAmounts(sale);
  const isOpen = document.status !== 'cancelled' && decimal(amounts.payable).gt(0);
  const section = (heading: string, text: string | null): PrintedSection | null => (text ? { heading, text } : null);
  return {
    language: labels.language,
    title: labels.title.proforma,
    number: document.number,
    company: document.seller.name,
    watermark: document.status === 'draft' || document.status === 'cancelled' ? labels[document.status] : null,
    changedAt: document.updatedAt,
    dates: present([
      factField('issue date', labels.issueDate, format.date(document.issueDate)),
      field(labels.dueDate, isOpen && document.dueDate !== null && format.date(document.dueDate)),
      factField('validity', labels.validUntil, format.date(document.validUntil)),
      field(labels.currency, document.currency),
      isOpen ? amountDue(document, amounts, UNSETTLED, wording) : null,
    ]),
    parties: present([printedSeller(sale, wording), printedBuyer(sale, wording)]),
    references: present([
      field(labels.reference.order, document.orderNumber),
      field(labels.reference.contract, document.contractNumber),
      field(labels.reference.project, document.projectReference),
      field(labels.reference.deliveryLocation, document.deliveryLocation),
    ]),
    transport: null,
    lines: linesTable(amounts.lines, wording),
    adjustments: null,
    vat: vatTable(sale, amounts, wording),
    legalMentions: [fact('legal mention', labels.notFiscal)],
    totals: printedTotals(sale, amounts, { settlement: UNSETTLED, isOpen }, wording),
    payment: isOpen ? payment(document, showBankInfo, wording) : null,
    statement: null,
    remarks: present([section(labels.mentions, document.mentions), section(labels.notes, document.notes)]),
    people: present([field(labels.issuer, document.issuerName), field(labels.salesAgent, document.salesAgent)]),
    signatures: [],
  };
}

/** Payments are recorded for the invoice, never for the proforma. */
const UNSETTLED: Settlement = { paid: null, credited: null, remaining: null };

/** Bank account and payment terms, for buyers who pay in advance. */
function payment(
  { number, status, seller, paymentTerms }: ProformaDocument,
  showBankInfo: boolean,
  { labels }: Wording,
): PrintedPayment | null {
  const iban = showBankInfo && seller.iban ? factField('IBAN', labels.iban, printedIban(seller.iban)) : null;
  const fields = present([
    iban && { ...iban, style: 'iban' as const },
    showBankInfo ? field(labels.bank, seller.bankName) : null,
    iban && status !== 'draft' ? field(labels.paymentReference, number) : null,
    field(labels.paymentTerms, paymentTerms),
  ]);
  return fields.length > 0 ? { heading: labels.payment, fields, text: null } : null;
}
