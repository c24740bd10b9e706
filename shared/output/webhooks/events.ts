import * as z from 'zod';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';
import { FISCAL_TOTALS } from '#shared/model/amounts/fiscal-fields.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { PAYMENT_METHODS, PAYMENT_TYPES } from '#shared/model/payment.ts';
import { PROFORMA_STATUSES } from '#shared/model/convertible/proforma.ts';
import { TRANSPORT_STATUSES } from '#shared/model/transport.ts';

/**
 * The events that companies can subscribe to (WHK-36 to WHK-41). The schema of `data` types the payload that
 * `notification` accepts, and tests validate emitted payloads against it. To add an event: an entry here, and a `notification` in
 * the transaction of the change.
 */
interface EventDefinition {
  category: 'invoices' | 'payments' | 'clients' | 'proforma' | 'delivery_notes' | 'etransport' | 'exports' | 'emails' | 'sync';
  /** When the event is sent. */
  description: string;
  data: z.ZodObject;
}

/** ISO 8601, UTC, whole seconds. */
const instant = z.iso.datetime();

/** The caller's own data on the record; absent if it has none. */
const metadata = metadataSchema().optional();

/** Summary of an invoice or credit note. */
const invoiceSummary = z
  .strictObject({
    invoiceUuid: z.guid(),
    /** `DRAFT-<8 hex>` for a draft without a number. */
    invoiceNumber: z.string(),
    status: z.enum(INVOICE_STATUSES),
    direction: z.enum(['outgoing', 'incoming']),
    clientName: z.string().nullable(),
    total: z.number(),
    ...FISCAL_TOTALS,
    currency: z.string(),
    metadata,
  })
  .meta({ id: 'EventInvoice' });
export type InvoiceSummary = z.infer<typeof invoiceSummary>;

const verdict = invoiceSummary
  .pick({ invoiceUuid: true, invoiceNumber: true, status: true, metadata: true })
  .extend({ taxauthSubmissionId: z.string().nullable() });

const payment = z
  .strictObject({
    paymentUuid: z.guid(),
    invoiceUuid: z.guid(),
    invoiceNumber: z.string(),
    amount: z.number(),
    currency: z.string(),
    paymentMethod: z.enum(PAYMENT_METHODS),
    paymentDate: z.iso.date(),
    type: z.enum(PAYMENT_TYPES),
    /** Whether the amount lowers what was paid: a refund, or an offset that is booked against another invoice. */
    paysBack: z.boolean(),
    offsetInvoiceId: z.guid().nullable(),
  })
  .meta({ id: 'EventPayment' });

/** `cif`: the tax number, null for persons without one. */
const client = z
  .strictObject({ clientUuid: z.guid(), name: z.string(), cif: z.string().nullable(), metadata })
  .meta({ id: 'EventClient' });

/** Summary of a proforma; its amounts are decimal strings. */
const proforma = z
  .strictObject({
    proformaUuid: z.guid(),
    proformaNumber: z.string(),
    status: z.enum(PROFORMA_STATUSES),
    clientName: z.string().nullable(),
    total: z.string(),
    currency: z.string(),
    metadata,
  })
  .meta({ id: 'EventProforma' });

/** Summary of a delivery note; its amounts are decimal strings. */
const deliveryNote = z
  .strictObject({
    deliveryNoteUuid: z.guid(),
    deliveryNoteNumber: z.string(),
    status: z.enum(DELIVERY_NOTE_STATUSES),
    clientName: z.string().nullable(),
    total: z.string(),
    currency: z.string(),
    /** The invoice it was converted into; absent otherwise. */
    convertedInvoiceId: z.guid().optional(),
    metadata,
  })
  .meta({ id: 'EventDeliveryNote' });

/** State of the declaration of a delivery note's transport. */
const transport = z
  .strictObject({
    deliveryNoteUuid: z.guid(),
    deliveryNoteNumber: z.string(),
    etransportStatus: z.enum(TRANSPORT_STATUSES).nullable(),
    etransportUit: z.string().nullable(),
    /** Why the declaration was rejected or failed; null otherwise. */
    errorMessage: z.string().nullable(),
  })
  .meta({ id: 'EventTransport' });

const email = z
  .strictObject({
    emailId: z.guid(),
    documentType: z.enum(['invoice', 'proforma', 'delivery_note', 'statement']),
    documentUuid: z.guid(),
    to: z.string(),
    deliveryStatus: z.enum(['delivered', 'bounced', 'failed']),
    bounceReason: z.string().optional(),
  })
  .meta({ id: 'EventEmail' });

export const EVENTS = {
  'invoice.created': { category: 'invoices', description: 'An invoice was created.', data: invoiceSummary },
  'invoice.updated': {
    category: 'invoices',
    description: 'Data, status or payments of an invoice changed.',
    data: invoiceSummary,
  },
  'invoice.issued': { category: 'invoices', description: 'An invoice was issued.', data: invoiceSummary },
  'invoice.submitted': {
    category: 'invoices',
    description: 'An invoice was uploaded to the tax authority.',
    data: invoiceSummary.extend({ taxauthSubmissionId: z.string(), submittedAt: instant }),
  },
  'invoice.validated': {
    category: 'invoices',
    description: 'The tax authority accepted an invoice.',
    data: verdict.extend({ validatedAt: instant }),
  },
  'invoice.rejected': {
    category: 'invoices',
    description: 'The tax authority refused an invoice, or gave no answer.',
    data: verdict.extend({ rejectionErrors: z.array(z.string()) }),
  },
  'invoice.cancelled': {
    category: 'invoices',
    description: 'An invoice was cancelled.',
    data: invoiceSummary.extend({ reason: z.string(), cancelledAt: instant }),
  },
  'invoice.restored': { category: 'invoices', description: 'A cancelled invoice became a draft again.', data: invoiceSummary },
  'invoice.paid': {
    category: 'invoices',
    description: 'A payment brought the balance of an invoice to 0.',
    data: z.strictObject({
      invoiceUuid: z.guid(),
      invoiceNumber: z.string(),
      amountPaid: z.number(),
      balance: z.number(),
      paidAt: z.iso.date().nullable(),
      metadata,
    }),
  },
  'invoice.buyer_message': {
    category: 'invoices',
    description: 'The buyer of an invoice has sent a message about it through the tax authority.',
    data: z.strictObject({ invoiceUuid: z.guid(), invoiceNumber: z.string(), message: z.string(), messageId: z.string() }),
  },
  'payment.created': { category: 'payments', description: 'A payment was recorded.', data: payment },
  'payment.deleted': { category: 'payments', description: 'A payment was removed.', data: payment },
  'client.created': { category: 'clients', description: 'A client was added.', data: client },
  'client.updated': { category: 'clients', description: 'A client was changed.', data: client },
  'proforma.created': { category: 'proforma', description: 'A proforma was created.', data: proforma },
  'proforma.accepted': { category: 'proforma', description: 'A proforma was accepted.', data: proforma },
  'proforma.rejected': { category: 'proforma', description: 'A proforma was rejected.', data: proforma },
  'delivery_note.created': { category: 'delivery_notes', description: 'A delivery note was created.', data: deliveryNote },
  'delivery_note.issued': { category: 'delivery_notes', description: 'A delivery note was issued.', data: deliveryNote },
  'delivery_note.converted': {
    category: 'delivery_notes',
    description: 'A delivery note was converted into an invoice.',
    data: deliveryNote,
  },
  'delivery_note.cancelled': { category: 'delivery_notes', description: 'A delivery note was cancelled.', data: deliveryNote },
  'etransport.submitted': { category: 'etransport', description: 'A transport is to be declared.', data: transport },
  'etransport.accepted': { category: 'etransport', description: 'The tax authority accepted a declaration.', data: transport },
  'etransport.rejected': { category: 'etransport', description: 'The tax authority rejected a declaration.', data: transport },
  'etransport.failed': {
    category: 'etransport',
    description: 'A declaration is incomplete, or could not be sent.',
    data: transport,
  },
  'export.completed': {
    category: 'exports',
    description: 'An archive can be downloaded.',
    data: z.strictObject({ exportId: z.guid(), downloadUrl: z.url(), expiresAt: instant }),
  },
  'sync.completed': {
    category: 'sync',
    description: 'A synchronization with the tax authority ended.',
    data: z.strictObject({
      syncId: z.guid(),
      invoicesSynced: z.number(),
      /** Seconds. */
      duration: z.number(),
      completedAt: instant,
    }),
  },
  'sync.failed': {
    category: 'sync',
    description: 'A synchronization could not go on.',
    data: z.strictObject({ syncId: z.guid(), errorMessage: z.string(), failedAt: instant }),
  },
  'email.delivered': { category: 'emails', description: 'A mail with a document was delivered.', data: email },
  'email.bounced': { category: 'emails', description: 'A mail with a document came back.', data: email },
  'email.failed': { category: 'emails', description: 'A mail with a document could not be sent.', data: email },
} as const satisfies Record<string, EventDefinition>;

export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = z.infer<(typeof EVENTS)[Name]['data']>;
