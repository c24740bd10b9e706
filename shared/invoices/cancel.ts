import type { Actor } from '../identity/model.ts';
import { instant } from '../kernel/clock.ts';
import { companyScope } from '../store/table.ts';
import { type Commit, retryOnContention } from '../store/transact.ts';
import { newEvent, notification, personOf } from './events.ts';
import type { InvoiceDocument } from './model.ts';
import { changeWrites, readInvoice, type StoredInvoice } from './repository.ts';
import { permitted } from './rules.ts';

/**
 * Voids a document inside the service (completions-documents §1.5): nothing is withdrawn at the authority, the number stays taken.
 *
 * @throws 404; 409 with the status, when it is cancelled already or an answer of the authority is awaited.
 */
export function cancelInvoice(
  loaded: StoredInvoice,
  reason: string,
  by: Actor,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice> {
  return retryOnContention(async attempt => {
    const stored = attempt === 0 ? loaded : await readInvoice(companyScope(loaded.document.companyId), loaded.document.id);
    const before = permitted('cancel', stored?.document);
    const at = instant();
    const after: InvoiceDocument = {
      ...before,
      status: 'cancelled',
      balance: '0.00',
      cancellationReason: reason,
      cancelledAt: at,
      cancelledBy: personOf(by),
      cancelledFromStatus: before.status,
      updatedAt: at,
    };
    const event = newEvent('cancelled', 'cancelled', `Invoice cancelled: ${reason}`, personOf(by), {
      reason,
      cancelledFromStatus: before.status,
    });
    const webhooks = [
      notification('invoice.cancelled', after, { reason, cancelledAt: at }),
      notification('invoice.updated', after),
    ];
    return commit(changeWrites(before, after, [{ event, webhooks }]), {
      ...(stored ?? loaded),
      document: { ...after, version: before.version + 1 },
      events: [event, ...(stored ?? loaded).events],
    });
  });
}
