import { notFound } from '#shared/base/kernel/errors.ts';
import { openSecret, readSealed } from '#shared/platform/store/company-secret.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { readInvoiceHeader } from '../header.ts';
import { linkPrefix, type ShareLinkItem } from './model.ts';
import { SHARE_SECRET, tokenOf } from './secret.ts';

/** The owner's view of a document's links. */
export interface OwnLinks {
  invoice: Invoice;
  items: ShareLinkItem[];
  /** Derives the token of a link from the secret of the company. */
  tokenOf(linkId: string): string;
}

/** Reads what the list needs. One parallel round trip. @throws 404 when there is no such document */
export async function readShareLinks(company: CompanyId, invoiceId: string) {
  const [invoice, sealed, items] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    readSealed(company, SHARE_SECRET),
    queryItems<ShareLinkItem>({ partition: companyPartition(company), beginsWith: linkPrefix(invoiceId) }, { descending: true }),
  ]);
  if (!invoice) throw notFound('Invoice');
  return { invoice, sealed, items };
}

/** The links of a document, newest first, with their tokens. */
export async function listShareLinks(
  company: CompanyId,
  { invoice, sealed, items }: Awaited<ReturnType<typeof readShareLinks>>,
): Promise<OwnLinks> {
  if (items.length === 0 || sealed === undefined) return { invoice, items: [], tokenOf: () => '' };
  const secret = await openSecret(company, SHARE_SECRET, sealed);
  return { invoice, items, tokenOf: linkId => tokenOf(secret, linkId) };
}
