import { notFound } from '../../kernel/errors.ts';
import type { CompanyId } from '../../store/table.ts';
import { update, type Write } from '../../store/transact.ts';
import { clientKey } from './store.ts';

/**
 * The write that updates a client's statistics of issued outgoing invoices, part of the transaction that changes these. It does not
 * change the client's version, so that editing a client and issuing an invoice to it do not conflict.
 *
 * @param by added to the number of invoices; may be negative
 * @param revenueCents added to their total in the company's currency, in cents; may be negative
 * @throws 404 when the client does not exist (as the transaction fails)
 */
export const countClientInvoices = (company: CompanyId, clientId: string, by: number, revenueCents: number): Write =>
  update(
    clientKey(company, clientId),
    {
      expression:
        'SET #row.#stats.invoices = #row.#stats.invoices + :by, #row.#stats.revenueCents = #row.#stats.revenueCents + :revenue',
      names: { '#row': 'row', '#stats': 'stats' },
      values: { ':by': by, ':revenue': revenueCents },
      condition: 'attribute_exists(pk)',
    },
    () => notFound('Client'),
  );
