import { isConsumer } from '#shared/model/identifiers.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { presentFiscal } from '#shared/model/amounts/fiscal-fields.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { person } from '#shared/documents/common/present/parts.ts';
import { type NewShareLink, shareUrl } from './create.ts';
import type { OwnLinks } from './list.ts';
import { linkState } from './model.ts';
import type { Shared } from './visit.ts';

/** The JSON of share links for their owner, and of the shared document for the client (OUT-70, OUT-73). */

export const presentNewLink = ({ id, token, expiresAt }: NewShareLink) => ({
  id,
  token,
  url: shareUrl(token),
  expiresAt: presentInstant(expiresAt),
});

/** Payment by a link needs a payment processor, which companies cannot connect yet. */
const PAYMENT_ENABLED = false;

export const presentLinks = ({ invoice, items, tokenOf }: OwnLinks) =>
  items.map(({ data, viewCount = 0, lastViewedAt }) => {
    const { status, revokedAt } = linkState(data, invoice);
    return {
      ...presentNewLink({ ...data, token: tokenOf(data.id) }),
      status,
      paymentEnabled: PAYMENT_ENABLED,
      createdAt: presentInstant(data.createdAt),
      revokedAt: presentInstantOrNull(revokedAt),
      lastViewedAt: presentInstantOrNull(lastViewedAt),
      viewCount,
      isValid: status === 'active',
      createdBy: person(data.createdBy),
    };
  });

/** A consumer's `cif` is a personal number, not a tax number, so visitors of the link do not see it. */
const receiverOf = ({ client, receiverName, receiverCif }: Invoice) => ({
  receiverName: client?.name ?? receiverName,
  receiverCif: client && isConsumer(client) ? null : (client?.cif ?? receiverCif),
});

export const presentShared = ({ invoice, link, company }: Pick<Shared, 'invoice' | 'link' | 'company'>) => ({
  invoiceNumber: invoice.number,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  total: presentNumber(invoice.total),
  ...presentFiscal(fiscalTotals(invoice)),
  currency: invoice.currency,
  companyName: company.name,
  ...(company.sandbox && { sandbox: true }),
  senderName: invoice.seller.name,
  senderCif: invoice.seller.cif,
  ...receiverOf(invoice),
  // Always available, because the PDF is made on request.
  hasPdf: true,
  hasXml: invoice.xmlPath !== null,
  expiresAt: presentInstant(link.data.expiresAt),
  paymentEnabled: PAYMENT_ENABLED,
  amountDue: presentNumber(invoice.balance),
  amountPaid: presentNumber(invoice.amountPaid),
  paidAt: invoice.paidAt,
});
