import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import type { LineBody } from '#shared/documents/common/input.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { readLines } from '#shared/documents/common/store.ts';
import type { RateChanges } from '#shared/model/exchange-rate.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readInvoiceHeader } from './header.ts';

/** The context without the company, which was read already when access was checked. */
export type ReadInvoiceContext = Omit<InvoiceContext, 'company'>;

interface Referring extends RateChanges {
  clientId?: string | null | undefined;
  parentDocumentId?: string | null | undefined;
  lines?: LineBody[] | undefined;
  isCreditNote?: boolean | null | undefined;
}

/** Reads the records that a body refers to, in parallel. Records that the company does not have are left out without an error. */
export async function readInvoiceContext(company: CompanyId, body: Referring | undefined): Promise<ReadInvoiceContext> {
  const parentId = body?.parentDocumentId;
  const [context, parent, parentLines, credits] = await Promise.all([
    readContext(company, body),
    parentId ? readInvoiceHeader(company, parentId) : undefined,
    parentId && body.isCreditNote ? readLines(KINDS.invoice, company, parentId) : [],
    parentId && body.isCreditNote ? CREDIT_NOTE_LINKS.read(company, parentId) : [],
  ]);
  return { ...context, parent, parentLines, credits };
}
