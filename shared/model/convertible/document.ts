import type { DocumentHeader } from '../document.ts';
import { type FoundBy, foundBy } from '../callers-data/found-by.ts';
import type { DocumentLine } from '../line.ts';

/** The fields that proformas and delivery notes, which can be converted into invoices, have in common. */
export interface Convertible<Status extends string = string> extends DocumentHeader<Status> {
  issuerName: string | null;
  issuerId: string | null;
  salesAgent: string | null;
  mentions: string | null;
  internalNote: string | null;
  cancellationNotes: string | null;
  convertedAt: string | null;
  /** Stays when the invoice is deleted (INV-58). */
  convertedInvoiceId: string | null;
}

/** A proforma or delivery note with its lines. */
export type ConvertibleDocument<H extends Convertible = Convertible> = H & { lines: DocumentLine[] };

/** The fields by which lists filter and sort; all other fields in lists are read from the document. */
export interface ConvertibleRow extends FoundBy {
  id: string;
  number: string;
  status: string;
  issueDate: string;
  dueDate: string | null;
  currency: string;
  total: string;
  clientId: string | null;
  clientName: string | null;
  clientCif: string | null;
  convertedInvoiceId?: string | null;
  createdAt: string;
}

export const convertibleRow = (document: Convertible): ConvertibleRow => ({
  id: document.id,
  number: document.number,
  status: document.status,
  issueDate: document.issueDate,
  dueDate: document.dueDate,
  currency: document.currency,
  total: document.total,
  clientId: document.clientId,
  clientName: document.client?.name ?? null,
  clientCif: document.client?.cif ?? null,
  ...(document.convertedInvoiceId && { convertedInvoiceId: document.convertedInvoiceId }),
  ...foundBy(document),
  createdAt: document.createdAt,
});
