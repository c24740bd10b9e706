import { presentNumber } from '#shared/base/kernel/money.ts';
import { presentFiscal } from '#shared/model/amounts/fiscal-fields.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Metadata } from '#shared/model/callers-data/metadata.ts';
import type { EventData, EventName, InvoiceSummary } from './events.ts';

/** The notification of one event for a company's webhooks. It is written in the same transaction as the change that it reports. */
export type Notification = { [Name in EventName]: { type: Name; data: EventData<Name> } }[EventName];

/** A notification as it is stored: its data are JSON text, because DynamoDB returns the keys of a map in any order. */
export interface StoredNotification {
  type: string;
  data: string;
}

export const storedNotification = ({ type, data }: Notification): StoredNotification => ({ type, data: JSON.stringify(data) });

/** Makes a notification. The compiler accepts only the payload of the named event. */
export const notification = <Name extends EventName>(type: Name, data: EventData<Name>): Notification =>
  ({ type, data }) as Notification;

/** The events whose payload is only the summary of an invoice. */
type SummaryEvent = 'invoice.created' | 'invoice.updated' | 'invoice.issued' | 'invoice.restored';

/** A notification with the summary of an invoice or credit note. */
export const invoiceNotification = (type: SummaryEvent, invoice: Invoice): Notification =>
  notification(type, invoiceSummary(invoice));

/** The caller's own data on a document, for the payloads about it; nothing where it has none. */
export const metadataOf = ({ metadata }: Pick<DocumentHeader, 'metadata'>): { metadata?: Metadata } =>
  metadata ? { metadata } : {};

/** The summary of an invoice or credit note, as most events contain it. */
export const invoiceSummary = (invoice: Invoice): InvoiceSummary => ({
  invoiceUuid: invoice.id,
  invoiceNumber: invoice.number,
  status: invoice.status,
  direction: invoice.direction,
  clientName: invoice.client?.name ?? null,
  total: presentNumber(invoice.total),
  ...presentFiscal(fiscalTotals(invoice)),
  currency: invoice.currency,
  ...metadataOf(invoice),
});
