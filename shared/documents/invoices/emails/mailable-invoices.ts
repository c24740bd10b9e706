import { fileName } from '#shared/output/files/file-name.ts';
import { invoicePartitions } from '../list/partitions.ts';
import { readInvoiceHeader } from '../header.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import { amount, decimal, sum } from '#shared/base/kernel/money.ts';
import type { MailableDocument, MailableKind } from '#shared/output/mail/documents/kind.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import { isWithdrawn } from './withdrawn.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { asksOutstanding, defaultWords, valuesOf } from './texts.ts';

export interface MailableInvoice extends MailableDocument {
  invoice: Invoice;
}

/** How shared/output/mail reads invoices and credit notes for their mails. */
export const mailableInvoices: MailableKind<MailableInvoice> = {
  ...KINDS.invoice,
  read: async (company, id) => {
    const invoice = await readInvoiceHeader(company, id);
    return invoice && mailableInvoice(invoice);
  },
};

function mailableInvoice(invoice: Invoice): MailableInvoice {
  const { companyId, id, number, status } = invoice;
  return {
    invoice,
    kind: mailableInvoices,
    companyId,
    id,
    number,
    pdfName: fileName(`${number}.pdf`),
    toPerson: invoice.client?.type === 'individual',
    language: invoice.language === 'en' ? 'en' : 'ro',
    hasXml: invoice.xmlPath !== null && invoice.xmlPath !== '',
    refusal: () =>
      invoice.imported
        ? validation('The invoice was issued with another program: mail it from there.', { status, reason: 'imported' })
        : isWithdrawn(invoice)
          ? validation(`An invoice in status ${status} cannot be e-mailed.`, {
              status,
              reason: status === 'draft' ? 'not_issued' : 'cancelled',
            })
          : undefined,
    recipient: async () => {
      // Where there is a client record, only its address counts: one that was removed there must get no mail.
      if (!invoice.clientId) return invoice.client?.email ?? null;
      return (await readClient(companyId, invoice.clientId))?.email ?? null;
    },
    defaultWords: choice => defaultWords(choice, invoice),
    valuesFor: async (texts, company) =>
      valuesOf(invoice, company, asksOutstanding(...texts) ? await outstandingOf(invoice) : null),
  };
}

/** The total that the client owes on all its invoices in the currency of the document. One query. */
async function outstandingOf(invoice: Invoice): Promise<string> {
  if (!invoice.clientId) return invoice.balance;
  const rows = await queryRows<InvoiceRow>('gsi3', { partition: invoicePartitions.client(invoice.companyId, invoice.clientId) });
  const open = rows.filter(
    row =>
      row.currency === invoice.currency &&
      row.direction === 'outgoing' &&
      !row.selfBilled &&
      !isWithdrawn(row) &&
      decimal(row.balance).gt(0),
  );
  return amount(sum(open.map(row => row.balance)));
}
