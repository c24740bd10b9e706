import { readLinks } from '../credit-notes/links.ts';
import type { DraftingContext } from '../documents/drafting.ts';
import { readContext } from '../documents/drafting-context.ts';
import type { LineBody } from '../documents/input.ts';
import { readHead, readLines } from '../documents/store.ts';
import type { CreditNoteLink, Invoice } from '../model/invoice.ts';
import type { DocumentLine } from '../model/line.ts';
import type { CompanyId } from '../store/table.ts';

/** What an invoice or credit note is drafted with. */
export interface InvoiceContext extends DraftingContext {
  /** The document that the request names as parent, or the draft's own where it bears on the change. */
  parent: Invoice | undefined;
  /** The lines of the parent, when the request is for a credit note of it. */
  parentLines: readonly DocumentLine[];
  /** The credit notes of the parent, when the request is for one. */
  credits: readonly CreditNoteLink[];
}

/** What is read beside the company, which admission has. */
export type ReadInvoiceContext = Omit<InvoiceContext, 'company'>;

interface Referring {
  clientId?: string | null | undefined;
  parentDocumentId?: string | null | undefined;
  lines?: LineBody[] | undefined;
  isCreditNote?: boolean | null | undefined;
}

/** Reads what a body refers to, in parallel. Records it names and the company lacks are simply not in the answer. */
export async function readInvoiceContext(company: CompanyId, body: Referring | undefined): Promise<ReadInvoiceContext> {
  const parentId = body?.parentDocumentId;
  const [context, parent, parentLines, credits] = await Promise.all([
    readContext(company, body),
    parentId ? readHead(company, parentId) : undefined,
    parentId && body.isCreditNote ? readLines(company, parentId) : [],
    parentId && body.isCreditNote ? readLinks(company, parentId) : [],
  ]);
  return { ...context, parent, parentLines, credits };
}
