import { environment } from '#shared/platform/aws/environment.ts';
import type { Sealed } from '#shared/platform/aws/sealed.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { conflict, notFound } from '#shared/base/kernel/errors.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { readSealed } from '#shared/platform/store/company-secret.ts';
import { type CompanySecret, secretOf } from '#shared/platform/store/new-company-secret.ts';
import { type CompanyId, lookupKey } from '#shared/platform/store/table.ts';
import { check, type Commit, create, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { invoiceKey, readInvoiceHeader } from '../header.ts';
import { linkKey, type ShareLink } from './model.ts';
import { SHARE_SECRET, tokenOf } from './secret.ts';

export const shareUrl = (token: string): string => `${environment('appUrl')}/share/${token}`;

/** The document, if it may be shared. @throws 404 for undefined; 409 for a draft, a cancelled and an imported document */
export function shareable(invoice: Invoice | undefined): Invoice {
  if (!invoice) throw notFound('Invoice');
  const { status, imported } = invoice;
  if (imported)
    throw conflict('The invoice was issued with another program: its files are there.', { status, reason: 'imported' });
  if (status !== 'draft' && status !== 'cancelled') return invoice;
  throw conflict(`An invoice in status ${status} cannot be shared.`, {
    status,
    reason: status === 'draft' ? 'not_issued' : 'cancelled',
  });
}

/** A link with its token, which is not stored (secret.ts). */
export interface NewShareLink extends ShareLink {
  token: string;
}

const DAY_SECONDS = 86_400;

/** A new link and its writes. @param link the id is by default a new one; `days` is how long the link is valid */
export function newLink(
  company: CompanyId,
  { secret, writes }: CompanySecret,
  link: Pick<ShareLink, 'invoiceId' | 'createdBy'> & { id?: string; days: number },
): { link: NewShareLink; writes: Write[] } {
  const { id = newId(), invoiceId, createdBy, days } = link;
  const createdAt = instant();
  const stored: ShareLink = {
    id,
    invoiceId,
    createdAt,
    expiresAt: instantIn(days * DAY_SECONDS, createdAt),
    revokedAt: null,
    createdBy,
  };
  const token = tokenOf(secret, id);
  const lookup = {
    ...lookupKey('SHARE', sha256(token)),
    kind: 'share-lookup' as const,
    companyId: company,
    invoiceId,
    linkId: id,
    expiresAt: Math.ceil(Date.parse(stored.expiresAt) / 1000),
  };
  const own = [create({ ...linkKey(company, invoiceId, id), kind: 'share-link', data: stored }), create(lookup)];
  return { link: { ...stored, token }, writes: [...writes, ...own] };
}

/** A condition check: the transaction fails when the document is a draft or cancelled. */
const stillShareable = (company: CompanyId, invoiceId: string): Write =>
  check(invoiceKey(company, invoiceId), {
    expression: 'NOT #status IN (:draft, :cancelled)',
    names: { '#status': 'status' },
    values: { ':draft': 'draft', ':cancelled': 'cancelled' },
  });

/** Reads what creating a link needs. One parallel round trip. @throws as `shareable` */
export async function readForSharing(
  company: CompanyId,
  invoiceId: string,
): Promise<{ invoice: Invoice; sealed: Sealed | undefined }> {
  const [invoice, sealed] = await Promise.all([readInvoiceHeader(company, invoiceId), readSealed(company, SHARE_SECRET)]);
  return { invoice: shareable(invoice), sealed };
}

/** Creates a link that is valid for a number of days. @throws as `shareable` */
export function createShareLink(
  loaded: { invoice: Invoice; sealed: Sealed | undefined },
  days: number,
  by: PersonRef,
  commit: Commit<NewShareLink>,
): Promise<NewShareLink> {
  const company = loaded.invoice.companyId;
  const invoiceId = loaded.invoice.id;
  return retryOnContention(async attempt => {
    const { sealed } = attempt === 0 ? loaded : await readForSharing(company, invoiceId);
    const { link, writes } = newLink(company, await secretOf(company, SHARE_SECRET, sealed), { invoiceId, createdBy: by, days });
    return commit([...writes, stillShareable(company, invoiceId)], link);
  });
}
