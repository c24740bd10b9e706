import { instant } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import { type Commit, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { readInvoiceHeader } from '../header.ts';
import { linkKey, LINKS, type ShareLink, type ShareLinkItem } from './model.ts';

/** A link of a document. One parallel round trip. @throws 404 when the document or the link does not exist */
export async function readShareLink(company: CompanyId, invoiceId: string, id: string): Promise<ShareLinkItem> {
  const [invoice, item] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    getItem<ShareLinkItem>(linkKey(company, invoiceId, id)),
  ]);
  // The same 404 for both, so that the existence of another company's invoice is not revealed.
  if (!invoice || !item) throw notFound('Share link');
  return item;
}

/** Revokes a link. Idempotent: the time of an earlier revocation stays. */
export const revokeShareLink = (company: CompanyId, { data }: ShareLinkItem, commit: Commit<void>): Promise<void> =>
  commit([revocation(company, data)], undefined);

const revocation = (company: CompanyId, { invoiceId, id, revokedAt }: ShareLink): Write =>
  update(linkKey(company, invoiceId, id), {
    expression: 'SET #data.revokedAt = :at',
    names: { '#data': 'data' },
    values: { ':at': revokedAt ?? instant() },
    condition: 'attribute_exists(pk)',
  });

/** How many links one transaction revokes, beside what else it writes. */
const AT_ONCE = 90;

/** Revokes the links of all documents of a company. Idempotent. @param also further writes of a transaction, by its number of links */
export async function revokeAllShareLinks(company: CompanyId, also: (revoked: number) => Write[]): Promise<void> {
  const items = await queryItems<ShareLinkItem>({ partition: companyPartition(company), beginsWith: LINKS });
  const open = items.map(({ data }) => data).filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > instant());
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const some = open.slice(from, from + AT_ONCE);
    await transact([...some.map(link => revocation(company, link)), ...also(some.length)]);
  }
}
