import { presentInstant } from '#shared/base/kernel/clock.ts';
import { inKeyOrder } from '#shared/base/kernel/records.ts';
import { presentNumber, presentNumberOrNull } from '#shared/base/kernel/money.ts';
import type { DocumentRef, PersonRef } from '#shared/model/document.ts';
import type { CreditNoteLink, PrecedingInvoice } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { type Party, registrationOf } from '#shared/model/party.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';

/** Parts of answers about invoices: people, parties, lines, payments, timeline. schema.ts has their schemas. */

export const person = (one: PersonRef | null) => one && { id: one.id, name: one.name, email: one.email };

export const presentEvent = (event: DocumentEvent) => ({
  id: event.id,
  type: event.type,
  status: event.status,
  timestamp: presentInstant(event.timestamp),
  details: event.details,
  user: person(event.user),
  metadata: inKeyOrder(event.metadata),
});

export const presentBuyer = (client: Party) => ({ ...presentParty(client), registrationNumber: registrationOf(client) });

export const presentParty = (party: Party) => ({
  id: party.id,
  name: party.name,
  cif: party.cif,
  registrationNumber: party.registrationNumber,
  address: party.address,
  city: party.city,
  country: party.country,
  email: party.email,
  phone: party.phone,
});

export const presentRef = ({ id, number: shown, issueDate, total }: DocumentRef) => ({
  id,
  uuid: id,
  number: shown,
  issueDate,
  total: presentNumber(total),
});

export const presentPreceding = (typed: readonly PrecedingInvoice[] = []) =>
  typed.map(({ number: shown, issueDate }) => ({ number: shown, issueDate }));

export const presentLine = (line: DocumentLine) => ({
  id: line.id,
  lineNumber: line.lineNumber,
  description: line.description,
  quantity: presentNumber(line.quantity),
  unitPrice: presentNumber(line.unitPrice),
  unitOfMeasure: line.unitOfMeasure,
  vatRate: presentNumber(line.vatRate),
  vatCategoryCode: line.vatCategoryCode,
  vatRateId: line.vatRateId,
  vatAmount: presentNumber(line.vatAmount),
  subtotal: presentNumber(line.subtotal),
  total: presentNumber(line.total),
  discount: presentNumberOrNull(line.discount),
  discountPercent: presentNumberOrNull(line.discountPercent),
  vatIncluded: line.vatIncluded,
  exchangeRate: presentNumberOrNull(line.exchangeRate ?? null),
  kind: line.kind ?? null,
  ...(line.turnoverKind && { turnoverKind: line.turnoverKind }),
  productCode: line.productCode,
  product: line.productId ? { id: line.productId, name: line.productName, code: line.productCode } : null,
  ublExtensions: inKeyOrder(line.ublExtensions) as Record<string, unknown> | null,
});

export const presentPayment = (payment: Payment) => ({
  id: payment.id,
  type: payment.type ?? 'payment',
  paysBack: payment.paysBack ?? false,
  amount: presentNumber(payment.amount),
  paymentDate: payment.paymentDate,
  paymentMethod: payment.paymentMethod,
  reference: payment.reference,
  notes: payment.notes,
  createdAt: presentInstant(payment.createdAt),
});

export const presentLink = ({ id, number: shown, status, total }: CreditNoteLink) => ({
  uuid: id,
  number: shown,
  status,
  total: presentNumber(total),
});
