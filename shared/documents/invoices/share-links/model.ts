import { instant } from '#shared/base/kernel/clock.ts';
import { companyKey, type CompanyId, type Item, type Key } from '#shared/platform/store/table.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';

/**
 * Links by which a client sees a document without an account (OUT-68 to OUT-74). Everyone who has the token has access,
 * so only its hash is stored; the owner's list derives the token again (secret.ts).
 */
export interface ShareLink {
  id: string;
  invoiceId: string;
  createdAt: string;
  expiresAt: string;
  /** When a user revoked the link. A cancellation of the document revokes it as well, but does not set this field (`linkState`). */
  revokedAt: string | null;
  createdBy: PersonRef | null;
}

export type ShareLinkItem = Item & {
  data: ShareLink;
  viewCount?: number;
  lastViewedAt?: string;
  /** When this link last added an entry for a view, or for a download, to the timeline. */
  viewedEventAt?: string;
  downloadedEventAt?: string;
};

/** The item under the hash of a token, which refers to its link. */
export type ShareLookup = Item & { companyId: CompanyId; invoiceId: string; linkId: string };

/** The prefix of the links of all documents of a company. */
export const LINKS = 'SHARE#';

export const linkPrefix = (invoiceId: string): string => `${LINKS}${invoiceId}#`;

export const linkKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `${linkPrefix(invoiceId)}${id}`);

export interface LinkState {
  status: 'active' | 'revoked' | 'expired';
  revokedAt: string | null;
}

/**
 * The status of a link. The cancellation of a document revokes all its links, and a later restore does not revive them. Pure.
 */
export function linkState(
  link: ShareLink,
  invoice: Pick<Invoice, 'status' | 'cancelledAt' | 'restoredAt'>,
  at: string = instant(),
): LinkState {
  const cancelledAt =
    invoice.status === 'cancelled'
      ? invoice.cancelledAt
      : invoice.restoredAt !== null && invoice.restoredAt > link.createdAt
        ? invoice.restoredAt
        : null;
  const revokedAt = link.revokedAt ?? cancelledAt;
  if (revokedAt !== null && revokedAt < link.expiresAt) return { status: 'revoked', revokedAt };
  return { status: link.expiresAt <= at ? 'expired' : 'active', revokedAt: null };
}
