import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import {
  convertedNumber,
  presentConverted,
  presentConvertible,
  presentConvertibleClient,
  presentConvertibleLine,
} from '#shared/documents/common/convertible/present.ts';
import { presentDecimalSeries } from '#shared/documents/common/present/decimal.ts';
import { presentEvent } from '#shared/documents/common/present/parts.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { presentTransport, presentTransportLine } from '#shared/authority/etransport/present.ts';
import { presentInvoice } from '#shared/documents/invoices/present/invoice.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { type DeliveryNote, invoiceDueBy } from '#shared/model/convertible/delivery-note.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { ConvertedNote } from './conversion/convert.ts';
import type { StoredDeliveryNote } from './read.ts';

/** The delivery note as the contract shows it (DLN-5 to DLN-13); schema.ts is its schema. */

/** An item of the list. @param invoice the one that it was converted into @param series all of the company, for `nextNumber` */
export const presentDeliveryNoteRow = (note: DeliveryNote, invoice: Invoice | undefined, series: readonly Series[]) =>
  presentHeader(note, invoice, nextNumberOf(note, series));

function presentHeader(note: DeliveryNote, invoice: Invoice | undefined, nextNumber: number | null) {
  return {
    uuid: note.id,
    number: note.number,
    documentSeriesId: note.seriesId,
    seriesId: note.seriesId,
    series: presentDecimalSeries(note.series, nextNumber),
    clientId: note.clientId,
    client: presentConvertibleClient(note.client),
    status: note.status,
    ...presentConvertible(note),
    deputyName: note.deputyName,
    deputyIdentityCard: note.deputyIdentityCard,
    deputyAuto: note.deputyAuto,
    invoiceFollows: note.invoiceFollows,
    transferCause: note.transferCause,
    destination: note.destination,
    returnOf: note.returnOf && { uuid: note.returnOf.id, number: note.returnOf.number },
    proformaId: note.proformaId,
    issuedAt: presentInstantOrNull(note.issuedAt),
    convertedInvoiceNumber: convertedNumber(invoice),
    invoiceDueBy: invoiceDueBy(note),
    ...presentTransport(note),
  };
}

/** A note in answers other than lists. */
export const presentDeliveryNote = ({ document, events, invoice, warnings, nextNumber = null }: StoredDeliveryNote) => ({
  ...presentHeader(document, invoice, nextNumber),
  lines: document.lines.map(line => ({ ...presentConvertibleLine(line), ...presentTransportLine(line.transport) })),
  events: events.map(presentEvent),
  ...(warnings && { warnings }),
});

export const presentNoteConversion = ({ invoice, deliveryNote }: ConvertedNote) => ({
  invoice: presentInvoice(invoice),
  deliveryNote: presentConverted(deliveryNote),
});

/**
 * The invoice in the answer to a bulk conversion: amounts are decimal strings, fields as listed in DLN-42.
 */
export const presentBulkConversion = ({ document }: StoredInvoice) => ({
  uuid: document.id,
  number: document.number,
  status: document.status,
  direction: document.direction,
  isCreditNote: document.isCreditNote,
  clientId: document.clientId,
  client: presentConvertibleClient(document.client),
  currency: document.currency,
  exchangeRate: presentNumber(document.exchangeRate),
  issueDate: document.issueDate,
  dueDate: document.dueDate,
  lines: document.lines.map(presentConvertibleLine),
  subtotal: document.subtotal,
  vatAmount: document.vatTotal,
  total: document.total,
  deliveryNoteIds: document.deliveryNoteIds ?? [],
  createdAt: presentInstant(document.createdAt),
  updatedAt: presentInstant(document.updatedAt),
});
