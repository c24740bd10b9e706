import { presentNumber } from '../kernel/money.ts';
import type { Invoice } from '../model/invoice.ts';
import type { EventData, EventName, InvoiceSummary } from './events.ts';

/** The notification of one event for a company's webhooks. It is written with the change that caused it, in the same transaction. */
export type Notification = { [Name in EventName]: { type: Name; data: EventData<Name> } }[EventName];

/** A notification; only the payload of the named event compiles. */
export const notification = <Name extends EventName>(type: Name, data: EventData<Name>): Notification =>
  ({ type, data }) as Notification;

/** The events that say of an invoice how it stands, and no more. */
type SummaryEvent = 'invoice.created' | 'invoice.updated' | 'invoice.issued' | 'invoice.restored';

/** A notification of how an invoice or credit note stands. */
export const invoiceNotification = (type: SummaryEvent, invoice: Invoice): Notification =>
  notification(type, invoiceSummary(invoice));

/** What most events say of an invoice or credit note. */
export const invoiceSummary = (invoice: Invoice): InvoiceSummary => ({
  invoiceUuid: invoice.id,
  invoiceNumber: invoice.number,
  status: invoice.status,
  direction: invoice.direction,
  clientName: invoice.client?.name ?? null,
  total: presentNumber(invoice.total),
  currency: invoice.currency,
});
