import { createWrites } from '../../documents/store.ts';
import { newEvent, SYSTEM } from '../../documents/timeline.ts';
import type { InvoiceContent } from '../../einvoice/ubl/read-content.ts';
import { instant } from '../../kernel/clock.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { cents, decimal, plain, round2 } from '../../kernel/money.ts';
import type { Company } from '../../model/company.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { comparedCui, findClientByCui } from '../../parties/clients/store.ts';
import { countSupplierDocument, newSupplierWrites, supplierFrom } from '../../parties/suppliers/received.ts';
import { findSupplierByCui, type SupplierStats } from '../../parties/suppliers/store.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item, type Key } from '../../store/table.ts';
import { create, retryOnContention, transact, type Write } from '../../store/transact.ts';
import { invoiceNotification } from '../../webhooks/notification.ts';
import { INVOICES } from '../store.ts';
import { type Delivery, isOwnSale, partnerOf, receivedDocument } from './document.ts';

/** Stores documents that the tax authority delivered. */

/** A delivered document, before it is known whether it is a duplicate. */
export type NewDelivery = Omit<Delivery, 'received'> & { received: Omit<Delivery['received'], 'duplicateOf'> };

/** The item of the first document with a given direction, partner, number and date; later ones are duplicates. */
interface FirstReceived extends Item {
  invoiceId: string;
}

/**
 * Stores a delivered document in one transaction with its supplier, which is found by its tax number or created from the document.
 * A second document with the same number, sender and date is stored as well, with `duplicateOf` set to the first.
 *
 * @param also makes further writes for the same transaction, such as the completion of the message
 * @throws the errors of the writes of `also`
 */
export function storeReceived(
  company: Company,
  content: InvoiceContent,
  delivery: NewDelivery,
  also: (document: InvoiceDocument) => Write[],
): Promise<InvoiceDocument> {
  const scope = companyScope(company.id);
  const partner = partnerOf(content, company);
  // On sales, and on documents that the company issued itself, the other party is a client.
  const isPurchase = delivery.direction === 'incoming' && !isOwnSale(content, company);
  const sameKey = sameDocumentKey(scope, delivery.direction, partner.cif, content);
  return retryOnContention(async () => {
    const [supplier, client, first] = await Promise.all([
      isPurchase && partner.cif ? findSupplierByCui(scope, partner.cif) : undefined,
      !isPurchase && partner.cif ? findClientByCui(scope, partner.cif) : undefined,
      getItem<FirstReceived>(sameKey),
    ]);
    const at = instant();
    const made = isPurchase && partner.cif && !supplier ? supplierFrom(content.seller, newId(), at) : undefined;
    const received = { ...delivery.received, duplicateOf: first?.invoiceId ?? null };
    const parties = { supplierId: supplier?.id ?? made?.id ?? null, clientId: client?.id ?? null };
    const document = receivedDocument(content, company, { ...delivery, received }, parties);
    const recorded = {
      event: newEvent('created', 'synced', detailsOf(document), SYSTEM, { ...received, uploadIndex: delivery.uploadIndex }),
      webhooks: [invoiceNotification('invoice.created', document)],
    };
    await transact([
      ...createWrites(INVOICES, document, [recorded]),
      ...(made ? newSupplierWrites(scope, made, countsOf(document)) : []),
      ...(supplier ? [countSupplierDocument(scope, supplier.id, countsOf(document), at)] : []),
      ...(first ? [] : [create({ ...sameKey, kind: 'received-number', invoiceId: document.id })]),
      ...also(document),
    ]);
    return document;
  });
}

const sameDocumentKey = (
  company: CompanyId,
  direction: string,
  partner: string | null,
  { number, issueDate }: InvoiceContent,
): Key =>
  companyKey(company, `RECEIVED#${sha256(JSON.stringify([direction, partner && comparedCui(partner), number, issueDate]))}`);

const detailsOf = ({ direction, received }: InvoiceDocument): string => {
  const source =
    direction === 'incoming' ? 'Received from the tax authority' : 'Sent by another program, found at the tax authority';
  return received?.duplicateOf ? `${source}; a document with the same number, sender and date is there already` : source;
};

/** The change of supplier statistics by a received document: a credit note lowers the expenses and is not counted as an invoice. */
const countsOf = ({ isCreditNote, total, exchangeRate }: InvoiceDocument): SupplierStats => ({
  invoices: isCreditNote ? 0 : 1,
  expensesCents: cents(plain(round2(decimal(total).times(exchangeRate)))),
});
