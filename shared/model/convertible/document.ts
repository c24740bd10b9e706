import type { DocumentHeader } from '../document.ts';
import type { DocumentLine } from '../line.ts';

/** What documents that are converted into invoices have in common: proformas and delivery notes. */
export interface Convertible<Status extends string = string> extends DocumentHeader<Status> {
  issuerName: string | null;
  issuerId: string | null;
  salesAgent: string | null;
  mentions: string | null;
  internalNote: string | null;
  cancellationNotes: string | null;
  convertedAt: string | null;
  /** Stays also when the invoice is deleted (completions-documents §1.4). */
  convertedInvoiceId: string | null;
}

/** A whole one: header and lines. */
export type ConvertibleDocument<H extends Convertible = Convertible> = H & { lines: DocumentLine[] };

/** What lists find and sort convertible documents by; the rest of an item is read from the document. */
export interface ConvertibleRow {
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
  createdAt: document.createdAt,
});
