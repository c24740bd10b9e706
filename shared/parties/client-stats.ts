import { notFound } from '../kernel/errors.ts';
import type { CompanyId } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import { clientKey } from './client.ts';

/**
 * Counts an issued outgoing invoice of a client (`by` 1), or takes a cancelled one out again (-1); part of the transaction that
 * issues or cancels. `revenueCents` is the document's total in the company's currency, in cents, with its own sign.
 * It does not touch the client's version: editing a client and issuing to it do not refuse each other.
 */
export const countClientInvoice = (company: CompanyId, clientId: string, by: 1 | -1, revenueCents: number): Write =>
  update(
    clientKey(company, clientId),
    {
      expression:
        'SET #row.#stats.invoices = #row.#stats.invoices + :by, #row.#stats.revenueCents = #row.#stats.revenueCents + :revenue',
      names: { '#row': 'row', '#stats': 'stats' },
      values: { ':by': by, ':revenue': by * revenueCents },
      condition: 'attribute_exists(pk)',
    },
    () => notFound('Client'),
  );
