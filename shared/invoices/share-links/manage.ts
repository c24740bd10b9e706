import { instant } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { getItem, queryItems } from '../../store/read.ts';
import { type CompanyId, companyPartition } from '../../store/table.ts';
import { type Commit, update } from '../../store/transact.ts';
import type { Invoice } from '../../model/invoice.ts';
import { readInvoiceHeader } from '../header.ts';
import { linkKey, linkPrefix, type ShareLinkItem } from './model.ts';
import { openSecret, readSealed, tokenOf } from './secret.ts';

/** The owner's view of a document's links. */
export interface OwnLinks {
  invoice: Invoice;
  items: ShareLinkItem[];
  /** Makes the token of a link again. */
  tokenOf(linkId: string): string;
}

/** What the list reads: one parallel round trip. @throws 404 */
export async function readShareLinks(company: CompanyId, invoiceId: string) {
  const [invoice, sealed, items] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    readSealed(company),
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
  const secret = await openSecret(company, sealed);
  return { invoice, items, tokenOf: linkId => tokenOf(secret, linkId) };
}

/** A link of a document. One parallel round trip. @throws 404 for either */
export async function readShareLink(company: CompanyId, invoiceId: string, id: string): Promise<ShareLinkItem> {
  const [invoice, item] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    getItem<ShareLinkItem>(linkKey(company, invoiceId, id)),
  ]);
  // Of which of the two there is none, nobody learns: the invoice may be somebody else's.
  if (!invoice || !item) throw notFound('Share link');
  return item;
}

/** Ends a link; one that was ended before stays ended when it was. */
export const revokeShareLink = (company: CompanyId, { data }: ShareLinkItem, commit: Commit<void>): Promise<void> =>
  commit(
    [
      update(linkKey(company, data.invoiceId, data.id), {
        expression: 'SET #data.revokedAt = :at',
        names: { '#data': 'data' },
        values: { ':at': data.revokedAt ?? instant() },
        condition: 'attribute_exists(pk)',
      }),
    ],
    undefined,
  );
