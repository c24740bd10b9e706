import { centsInLei, fiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import { countClientInvoices } from '#shared/records/parties/clients/stats.ts';
import type { ClientStats } from '#shared/records/parties/clients/store.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * The statistics on a client record: the number of outgoing invoices in force (without self-billed ones) and their total in lei; and the
 * totals of their e-invoices in lei, from which those of credit notes are taken off.
 */

type Counted = Pick<
  Invoice,
  | ('clientId' | 'direction' | 'isCreditNote' | 'status' | 'taxauthStatus' | 'subtotal' | 'vatTotal' | 'total' | 'exchangeRate')
  | ('payable' | 'fiscal' | 'rateDifference' | 'invoiceTypeCode' | 'selfBilled')
>;

/** A cancelled document that the authority has validated is in force there. A self-billed invoice is a purchase from the client. */
const isCounted = (document: Counted): boolean =>
  document.direction === 'outgoing' &&
  !isSelfBilled(document) &&
  document.status !== 'draft' &&
  (document.status !== 'cancelled' || document.taxauthStatus === 'validated');

const shareOf = (document: Counted): Required<ClientStats> => ({
  invoices: document.isCreditNote ? 0 : 1,
  revenueCents: document.isCreditNote ? 0 : centsInLei(document.total, document),
  ...fiscalCents(document),
});

/** The changes of client statistics that follow from a change of a document, by client id; empty when there are none. Pure. */
export function clientChanges(before: Counted | null, after: Counted | null): Map<string, Required<ClientStats>> {
  const changes = new Map<string, Required<ClientStats>>();
  const add = (document: Counted | null, sign: 1 | -1): void => {
    if (!document?.clientId || !isCounted(document)) return;
    const known = changes.get(document.clientId);
    const share = Object.entries(shareOf(document)).map(([name, by]) => [
      name,
      (known?.[name as keyof ClientStats] ?? 0) + sign * by,
    ]);
    changes.set(document.clientId, Object.fromEntries(share) as Required<ClientStats>);
  };
  add(before, -1);
  add(after, 1);
  for (const [client, share] of changes) if (Object.values(share).every(by => by === 0)) changes.delete(client);
  return changes;
}

/** The writes of `clientChanges`. */
export const clientCountWrites = (companyId: CompanyId, before: Counted | null, after: Counted | null): Write[] =>
  [...clientChanges(before, after)].map(([client, share]) => countClientInvoices(companyId, client, share));
