import { instant } from '../../kernel/clock.ts';
import { companyKey, type CompanyId, type Item, type Key } from '../../store/table.ts';
import type { PersonRef } from '../../model/document.ts';
import type { Invoice } from '../../model/invoice.ts';

/**
 * Links under which a client sees a document without an account (completions-documents §1.15). Anyone who knows the token may look,
 * so it is kept as a hash alone; the owner's list makes it again (secret.ts).
 */
export interface ShareLink {
  id: string;
  invoiceId: string;
  createdAt: string;
  expiresAt: string;
  /** Revoked by somebody; cancelling the document revokes without a mark here (`fateOf`). */
  revokedAt: string | null;
  createdBy: PersonRef | null;
}

export type ShareLinkItem = Item & {
  data: ShareLink;
  viewCount?: number;
  lastViewedAt?: string;
  /** When the newest entry of the timeline was made for a look, and for a download. */
  viewedEventAt?: string;
  downloadedEventAt?: string;
};

/** What a token's hash leads to. */
export type ShareLookup = Item & { companyId: string; invoiceId: string; linkId: string };

export const linkPrefix = (invoiceId: string): string => `SHARE#${invoiceId}#`;

export const linkKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `${linkPrefix(invoiceId)}${id}`);

export interface Fate {
  status: 'active' | 'revoked' | 'expired';
  revokedAt: string | null;
}

/**
 * Whether a link is still good. Cancelling a document revokes all its links: those made before a restore stay dead after it. Pure.
 */
export function fateOf(
  link: ShareLink,
  invoice: Pick<Invoice, 'status' | 'cancelledAt' | 'restoredAt'>,
  at: string = instant(),
): Fate {
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
