import { instant } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { getItem } from '../../store/read.ts';
import type { CompanyId } from '../../store/table.ts';
import { type Commit, update } from '../../store/transact.ts';
import { readInvoiceHeader } from '../header.ts';
import { linkKey, type ShareLinkItem } from './model.ts';

/** A link of a document. One parallel round trip. @throws 404 when the document or the link does not exist */
export async function readShareLink(company: CompanyId, invoiceId: string, id: string): Promise<ShareLinkItem> {
  const [invoice, item] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    getItem<ShareLinkItem>(linkKey(company, invoiceId, id)),
  ]);
  // The same 404 for both, so that the existence of somebody else's invoice is not revealed.
  if (!invoice || !item) throw notFound('Share link');
  return item;
}

/** Revokes a link. Idempotent: the time of an earlier revocation stays. */
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
