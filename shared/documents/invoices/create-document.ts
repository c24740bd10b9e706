import { readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import type { CreateRequest } from '#shared/documents/common/store-draft.ts';
import type { Company } from '#shared/model/company.ts';
import { withVatAnswer } from './automatic-vat.ts';
import { createInvoice, readByKey } from './create.ts';
import { readInvoiceContext } from './drafting-context.ts';
import type { DocumentBody } from './input.ts';
import type { StoredInvoice } from './read.ts';
import { ofSameKind } from './repeated/kind-of-key.ts';
import { INVOICES } from './store.ts';

/** Reads what creating a document needs. @param body undefined if it is invalid */
export async function readForCreation(
  company: CompanyId,
  organization: Parameters<typeof readInvoiceQuota>[0],
  body: DocumentBody | undefined,
) {
  const [context, existing, quota] = await Promise.all([
    readInvoiceContext(company, body),
    body?.idempotencyKey ? readByKey(company, body.idempotencyKey) : undefined,
    body?.isCreditNote ? undefined : readInvoiceQuota(organization),
  ]);
  return { context, existing, quota };
}

type Creation = Pick<CreateRequest<DocumentBody, StoredInvoice, InvoiceContext>, 'body' | 'by' | 'commit' | 'idempotent'> & {
  read: Awaited<ReturnType<typeof readForCreation>>;
  company: Company;
};

/**
 * Creates an invoice or a credit note as a draft.
 *
 * @throws as `createInvoice` and `createCreditNote`; 422 for the `idempotencyKey` of a purchase
 */
export async function createDocument({ read, body, company, ...request }: Creation): Promise<StoredInvoice> {
  const { quota } = read;
  const existing = read.existing && ofSameKind(read.existing, 'document');
  const context = { ...read.context, company };
  if (body.isCreditNote) {
    // Loaded for credit notes alone, which are few.
    const { createCreditNote } = await import('#shared/documents/credit-notes/create.ts');
    return ofSameKind(await createCreditNote(INVOICES, { ...request, existing, body, context }), 'document');
  }
  // Another request may have taken the key meanwhile: what it made is of its own kind.
  return ofSameKind(
    await createInvoice({ ...request, existing, body, quota, context: await withVatAnswer(body, context) }),
    'document',
  );
}
