import { cents, decimal, plain, round2 } from '../../kernel/money.ts';
import { countClientInvoices } from '../../parties/clients/stats.ts';
import { companyScope } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import { isSelfBilled } from '../../model/roles.ts';
import type { Invoice } from '../../model/invoice.ts';

/**
 * The statistics on a client record: the number of outgoing invoices in force (without self-billed ones), and their total in lei.
 */

interface Share {
  invoices: number;
  cents: number;
}

type Counted = Pick<
  Invoice,
  'clientId' | 'direction' | 'isCreditNote' | 'status' | 'total' | 'exchangeRate' | 'invoiceTypeCode' | 'selfBilled'
>;

const isCounted = (document: Counted): boolean =>
  document.direction === 'outgoing' &&
  !document.isCreditNote &&
  // A self-billed invoice is a purchase from the client.
  !isSelfBilled(document) &&
  document.status !== 'draft' &&
  document.status !== 'cancelled';

/** The total in lei, in cents. */
const revenue = ({ total, exchangeRate }: Counted): number => cents(plain(round2(decimal(total).times(exchangeRate))));

/** The changes of client statistics that follow from a change of a document, by client id; empty when there are none. Pure. */
export function clientChanges(before: Counted | null, after: Counted | null): Map<string, Share> {
  const changes = new Map<string, Share>();
  const add = (document: Counted | null, sign: 1 | -1): void => {
    if (!document?.clientId || !isCounted(document)) return;
    const share = changes.get(document.clientId) ?? { invoices: 0, cents: 0 };
    changes.set(document.clientId, {
      invoices: share.invoices + sign,
      cents: share.cents + sign * revenue(document),
    });
  };
  add(before, -1);
  add(after, 1);
  for (const [client, share] of changes) if (share.invoices === 0 && share.cents === 0) changes.delete(client);
  return changes;
}

/** The writes of `clientChanges`. */
export const clientCountWrites = (companyId: string, before: Counted | null, after: Counted | null): Write[] =>
  [...clientChanges(before, after)].map(([client, share]) =>
    countClientInvoices(companyScope(companyId), client, share.invoices, share.cents),
  );
