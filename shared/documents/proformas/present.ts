import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import {
  convertedNumber,
  presentConverted,
  presentConvertible,
  presentConvertibleClient,
  presentConvertibleLine,
} from '#shared/documents/common/convertible/present.ts';
import { presentDecimalSeries, presentTotalDiscount } from '#shared/documents/common/present/decimal.ts';
import { presentEvent } from '#shared/documents/common/present/parts.ts';
import { presentInvoice } from '#shared/documents/invoices/present/invoice.ts';
import { presentInstantOrNull, today } from '#shared/base/kernel/clock.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { isExpired, type Proforma } from '#shared/model/convertible/proforma.ts';
import type { ConvertedProforma } from './convert.ts';
import type { StoredProforma } from './read.ts';

/** The proforma as the contract shows it (PRO-1 to PRO-15); schema.ts is its schema. */

/** An item of the list. @param invoice the one that it was converted into @param series all of the company, for `nextNumber` */
export const presentProformaRow = (proforma: Proforma, invoice: Invoice | undefined, series: readonly Series[]) =>
  presentHeader(proforma, invoice, nextNumberOf(proforma, series));

function presentHeader(proforma: Proforma, invoice: Invoice | undefined, nextNumber: number | null) {
  return {
    uuid: proforma.id,
    number: proforma.number,
    seriesId: proforma.seriesId,
    series: presentDecimalSeries(proforma.series, nextNumber),
    clientId: proforma.clientId,
    client: presentConvertibleClient(proforma.client),
    status: proforma.status,
    isExpired: isExpired(proforma, today()),
    ...presentConvertible(proforma),
    validUntil: proforma.validUntil,
    invoiceTypeCode: proforma.invoiceTypeCode,
    language: proforma.language,
    paymentTerms: proforma.paymentTerms,
    orderNumber: proforma.orderNumber,
    contractNumber: proforma.contractNumber,
    totalDiscount: presentTotalDiscount(proforma),
    rejectionReason: proforma.rejectionReason,
    rejectionNotes: proforma.rejectionNotes,
    sentAt: presentInstantOrNull(proforma.sentAt),
    acceptedAt: presentInstantOrNull(proforma.acceptedAt),
    rejectedAt: presentInstantOrNull(proforma.rejectedAt),
    convertedInvoiceNumber: convertedNumber(invoice),
  };
}

/** A proforma in answers other than lists. */
export const presentProforma = ({ document, events, invoice, nextNumber = null }: StoredProforma) => ({
  ...presentHeader(document, invoice, nextNumber),
  lines: document.lines.map(presentConvertibleLine),
  events: events.map(presentEvent),
});

export const presentProformaConversion = ({ invoice, proforma }: ConvertedProforma) => ({
  invoice: presentInvoice(invoice),
  proforma: presentConverted(proforma),
});
