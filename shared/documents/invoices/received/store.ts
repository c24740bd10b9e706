import { createWrites } from '#shared/documents/common/store.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import type { InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { findClientByCui } from '#shared/records/parties/clients/store.ts';
import { countSupplierDocument, newSupplierWrites, supplierFrom } from '#shared/records/parties/suppliers/received.ts';
import { findSupplierByCui } from '#shared/records/parties/suppliers/store.ts';
import { retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { INVOICES } from '../store.ts';
import { linked, readNamed } from './link.ts';
import { firstOf, readNumber } from '#shared/documents/credit-notes/received-numbers.ts';
import { publishedForDelivered } from '#shared/records/exchange-rates/read.ts';
import { type Delivery, isOwnSale, partnerOf, receivedDocument } from './document.ts';
import { statsOf } from './supplier-stats.ts';

/** Stores documents that the tax authority delivered. */

/** A delivered document, before it is known whether it is a duplicate. */
export type NewDelivery = Omit<Delivery, 'received'> & { received: Omit<Delivery['received'], 'duplicateOf'> };

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
  const scope = company.id;
  const partner = partnerOf(content, company);
  // On sales, and on documents that the company issued itself, the other party is a client.
  const isPurchase = delivery.direction === 'incoming' && !isOwnSale(content, company);
  return retryOnContention(async attempt => {
    const [supplier, client, own, named, published] = await Promise.all([
      isPurchase && partner.cif ? findSupplierByCui(scope, partner.cif) : undefined,
      !isPurchase && partner.cif ? findClientByCui(scope, partner.cif) : undefined,
      readNumber(scope, { direction: delivery.direction, partner: partner.cif, number: content.number }),
      readNamed(scope, { direction: delivery.direction, partner: partner.cif }, content),
      publishedForDelivered(content),
    ]);
    const at = instant();
    const made = isPurchase && partner.cif && !supplier ? supplierFrom(content.seller, newId(), at) : undefined;
    const received = { ...delivery.received, duplicateOf: firstOf(own, content.issueDate) };
    const parties = { supplierId: supplier?.id ?? made?.id ?? null, clientId: client?.id ?? null };
    const delivered = receivedDocument(content, company, { ...delivery, received }, { ...parties, published });
    const { document: found, changes, events, writes } = await linked(delivered, own, named);
    const { after: document, writes: locked } = await requireOpenPeriod({ company, attempt }, { before: null, after: found });
    const recorded = {
      event: newEvent('created', 'synced', detailsOf(document), SYSTEM, { ...received, uploadIndex: delivery.uploadIndex }),
      webhooks: [invoiceNotification('invoice.created', document)],
    };
    await transact([
      ...createWrites(INVOICES, document, [recorded, ...events], changes),
      ...(made ? newSupplierWrites(scope, made, statsOf(document)) : []),
      ...(supplier ? [countSupplierDocument(scope, supplier.id, statsOf(document), at)] : []),
      ...writes,
      ...locked,
      ...also(document),
    ]);
    return document;
  });
}

const detailsOf = ({ direction, received }: InvoiceDocument): string => {
  const source =
    direction === 'incoming' ? 'Received from the tax authority' : 'Sent by another program, found at the tax authority';
  return received?.duplicateOf ? `${source}; a document with the same number, sender and date is there already` : source;
};
