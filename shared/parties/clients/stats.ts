import { notFound } from '../../kernel/errors.ts';
import type { CompanyId } from '../../store/table.ts';
import { update, type Write } from '../../store/transact.ts';
import { clientKey } from './store.ts';

/**
 * Moves what is counted of a client's issued outgoing invoices; part of the transaction that changes them. `revenueCents` is their
 * total in the company's currency, in cents, with its own sign. It does not touch the client's version: editing a client and
 * issuing to it do not refuse each other.
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
