import type { LogFields } from '#shared/base/kernel/log.ts';
import { ownerOf } from '#shared/platform/store/table.ts';

/** Log fields naming the company or user that a queue message or table item concerns, from its `companyId` or partition key. */
export function subjectOf(message: unknown): LogFields {
  const { companyId, pk } = (message ?? {}) as { companyId?: unknown; pk?: unknown };
  if (typeof companyId === 'string') return { companyId };
  return typeof pk === 'string' ? ownerOf(pk) : {};
}
