import type { LogFields } from '../kernel/log.ts';
import { ownerOf } from '../store/table.ts';

/** Log fields of a message or item of ours: the company or user that it is about, by its `companyId` or its partition. */
export function subjectOf(message: unknown): LogFields {
  const { companyId, pk } = (message ?? {}) as { companyId?: unknown; pk?: unknown };
  if (typeof companyId === 'string') return { companyId };
  return typeof pk === 'string' ? ownerOf(pk) : {};
}
