import * as z from 'zod';
import { shownInstant } from '../kernel/clock.ts';
import { shownNumber, shownNumberOrNull } from '../kernel/money.ts';
import type { DocumentRef, PersonRef } from '../model/document.ts';
import type { CreditNoteLink, PrecedingInvoice } from '../model/invoice.ts';
import type { DocumentLine } from '../model/line.ts';
import { type Party, registrationOf } from '../model/party.ts';
import type { Payment } from '../model/payment.ts';
import type { DocumentEvent } from '../model/timeline.ts';

/** What the invoice object is made of: people, parties, lines, payments, timeline. Each as a function and as a schema. */

export const text = () => z.string().nullable();
export const number = () => z.number().nullable();

export const personSchema = z.object({ id: text(), name: z.string(), email: text() });
export const person = (one: PersonRef | null) => one && { id: one.id, name: one.name, email: one.email };

export const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: text(),
  timestamp: z.string(),
  details: z.string(),
  user: personSchema.nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

export const presentEvent = (event: DocumentEvent) => ({
  id: event.id,
  type: event.type,
  status: event.status,
  timestamp: shownInstant(event.timestamp),
  details: event.details,
  user: person(event.user),
  metadata: event.metadata,
});

export const partySchema = z.object({
  id: text(),
  name: z.string(),
  cif: text(),
  registrationNumber: text(),
  address: text(),
  city: text(),
  country: text(),
  email: text(),
  phone: text(),
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

export const refSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  issueDate: z.string(),
  total: z.number(),
});

export const presentRef = ({ id, number: shown, issueDate, total }: DocumentRef) => ({
  id,
  uuid: id,
  number: shown,
  issueDate,
  total: shownNumber(total),
});

/** [added] The earlier documents that were typed (decisions.md §Fiscal rules); the parent is apart. */
export const precedingSchema = z.array(z.object({ number: z.string(), issueDate: text() }));

export const presentPreceding = (typed: readonly PrecedingInvoice[] = []) =>
  typed.map(({ number: shown, issueDate }) => ({ number: shown, issueDate }));

export const lineSchema = z.object({
  id: z.string(),
  lineNumber: z.number(),
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  unitOfMeasure: z.string(),
  vatRate: z.number(),
  vatCategoryCode: z.string(),
  vatRateId: text(),
  vatAmount: z.number(),
  subtotal: z.number(),
  total: z.number(),
  discount: number(),
  discountPercent: number(),
  vatIncluded: z.boolean(),
  productCode: text(),
  product: z.object({ id: z.string(), name: text(), code: text() }).nullable(),
  ublExtensions: z.record(z.string(), z.unknown()).nullable(),
});

export const presentLine = (line: DocumentLine) => ({
  id: line.id,
  lineNumber: line.lineNumber,
  description: line.description,
  quantity: shownNumber(line.quantity),
  unitPrice: shownNumber(line.unitPrice),
  unitOfMeasure: line.unitOfMeasure,
  vatRate: shownNumber(line.vatRate),
  vatCategoryCode: line.vatCategoryCode,
  vatRateId: line.vatRateId,
  vatAmount: shownNumber(line.vatAmount),
  subtotal: shownNumber(line.subtotal),
  total: shownNumber(line.total),
  discount: shownNumberOrNull(line.discount),
  discountPercent: shownNumberOrNull(line.discountPercent),
  vatIncluded: line.vatIncluded,
  productCode: line.productCode,
  product: line.productId ? { id: line.productId, name: line.productName, code: line.productCode } : null,
  ublExtensions: line.ublExtensions as Record<string, unknown> | null,
});

export const paymentSchema = z.object({
  id: z.string(),
  amount: z.number(),
  paymentDate: z.string(),
  paymentMethod: z.string(),
  reference: text(),
  notes: text(),
  createdAt: z.string(),
});

export const presentPayment = (payment: Payment) => ({
  id: payment.id,
  amount: shownNumber(payment.amount),
  paymentDate: payment.paymentDate,
  paymentMethod: payment.paymentMethod,
  reference: payment.reference,
  notes: payment.notes,
  createdAt: shownInstant(payment.createdAt),
});

/** A credit note in the detail of the invoice that it credits. */
export const creditNoteLinkSchema = z.object({ uuid: z.string(), number: z.string(), status: z.string(), total: z.number() });

export const presentLink = ({ id, number: shown, status, total }: CreditNoteLink) => ({
  uuid: id,
  number: shown,
  status,
  total: shownNumber(total),
});
