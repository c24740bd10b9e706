import { presentInstant } from '#shared/base/kernel/clock.ts';
import { notification } from '#shared/output/webhooks/notification.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import { endLease } from '#shared/platform/store/lease.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { remove, type Write } from '#shared/platform/store/transact.ts';
import { downloadAddress, type ExportItem, type ExportJob, slotKey } from './model.ts';

/** Another export has taken the slot, because this one ran longer than a slot is held. */
class SlotTaken extends Error {
  override name = 'SlotTaken';
}

/** Records the end of an export and frees its slot; a completed one is also sent to webhooks. */
export async function finish(company: CompanyId, item: ExportItem, end: Partial<ExportJob>): Promise<void> {
  const job = item.data;
  const own = { expression: 'exportId = :id', values: { ':id': job.id } };
  const free = remove(slotKey(company, job.slot), own, () => new SlotTaken());
  const note = (also: Write[]): Promise<unknown> =>
    endLease(item, one => {
      if (one.status !== 'processing') return null;
      const after = { ...one, ...end };
      const data = { exportId: one.id, downloadUrl: downloadAddress(one), expiresAt: presentInstant(after.expiresAt ?? '') };
      return {
        after,
        also: [...also, ...(after.status === 'completed' ? [notify(company, notification('export.completed', data))] : [])],
      };
    });
  try {
    await note([free]);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    await note([]);
  }
}
