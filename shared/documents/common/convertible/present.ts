import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import type { Convertible } from '#shared/model/convertible/document.ts';
import { isPlaceholder } from '#shared/model/document.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { type Party, registrationOf } from '#shared/model/party.ts';
import { presentDecimalLine } from '../present/decimal.ts';

/** Parts of answers that proformas and delivery notes share (PRO-3, REQ-24, REQ-26). schema.ts has the schemas. */

/** The client as it was copied to the document from its record. */
export const presentConvertibleClient = (client: Party | null) =>
  client && {
    uuid: client.id,
    name: client.name,
    registrationNumber: registrationOf(client),
    address: client.address,
    city: client.city,
    county: client.county,
    country: client.country,
    postalCode: client.postalCode,
    email: client.email,
    phone: client.phone,
    bankAccount: client.bankAccount ?? null,
    bankName: client.bankName ?? null,
  };

export const presentConvertibleLine = (line: DocumentLine) =>
  presentDecimalLine(
    line,
    line.productId
      ? { uuid: line.productId, name: line.productName, code: line.productCode, unitOfMeasure: line.unitOfMeasure }
      : null,
  );

/** The fields that both kinds show, in lists and in details. */
export const presentConvertible = (document: Convertible) => ({
  issueDate: document.issueDate,
  dueDate: document.dueDate,
  currency: document.currency,
  exchangeRate: presentNumber(document.exchangeRate),
  exchangeRateDate: document.exchangeRateDate ?? null,
  notes: document.notes,
  deliveryLocation: document.deliveryLocation,
  projectReference: document.projectReference,
  issuerName: document.issuerName,
  issuerId: document.issuerId,
  mentions: document.mentions,
  internalNote: document.internalNote,
  metadata: document.metadata ?? {},
  salesAgent: document.salesAgent,
  subtotal: document.subtotal,
  vatAmount: document.vatTotal,
  total: document.total,
  cancellationReason: document.cancellationReason,
  cancellationNotes: document.cancellationNotes,
  cancelledAt: presentInstantOrNull(document.cancelledAt),
  convertedAt: presentInstantOrNull(document.convertedAt),
  convertedInvoiceId: document.convertedInvoiceId,
  createdAt: presentInstant(document.createdAt),
  updatedAt: presentInstant(document.updatedAt),
});

/** The number of the invoice that a document was converted into: null until that invoice is issued. */
export const convertedNumber = (invoice: { number: string } | undefined): string | null =>
  invoice === undefined || isPlaceholder(invoice.number) ? null : invoice.number;

/** The converted document in the answer to a conversion. */
export const presentConverted = (document: Convertible) => ({
  uuid: document.id,
  number: document.number,
  status: document.status,
  convertedAt: presentInstantOrNull(document.convertedAt),
  convertedInvoiceId: document.convertedInvoiceId,
  // The invoice is a draft, which has no number yet.
  convertedInvoiceNumber: null,
  updatedAt: presentInstant(document.updatedAt),
});
