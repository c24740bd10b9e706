import { notFound } from '#shared/base/kernel/errors.ts';
import { statsAddition } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { clientKey, type ClientStats } from './store.ts';

/**
 * The write that updates a client's statistics of issued outgoing documents, part of the transaction that changes these. It does not
 * change the client's version, so that editing a client and issuing an invoice to it do not conflict.
 *
 * @param added what is added to each statistic; may be negative
 * @throws 404 when the client does not exist (as the transaction fails)
 */
export function countClientInvoices(company: CompanyId, clientId: string, added: ClientStats): Write {
  const { sets, names, values } = statsAddition(added);
  return update(
    clientKey(company, clientId),
    { expression: `SET ${sets.join(', ')}`, names, values, condition: 'attribute_exists(pk)' },
    () => notFound('Client'),
  );
}
