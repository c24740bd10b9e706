import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { gone } from '#shared/base/kernel/errors.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, put, remove, update, type Write } from '#shared/platform/store/transact.ts';
import { freeBytes } from './limits.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import { ATTACHMENTS, countKey, removedKey } from './model.ts';
import { stillAttachable } from './read.ts';

/** Requests for a removed attachment get 410 instead of 404 for ten years, the retention period of the books. */
const REMEMBERED_SECONDS = 10 * 366 * 86_400;

/**
 * Replaces the record of an attachment by a tombstone, which has its bytes discarded and its id answered with 410.
 *
 * @param refused makes the error for an attachment that no longer exists
 */
const moveAway = (company: CompanyId, { id, invoiceId, storageKey }: Attachment, refused?: () => Error): Write[] => [
  remove(ATTACHMENTS.key(company, invoiceId, id), { expression: 'attribute_exists(pk)' }, refused),
  put({
    ...removedKey(company, invoiceId, id),
    kind: 'removed-attachment',
    data: { storageKey },
    ...awaitsDispatch(id),
    expiresAt: epochSeconds() + REMEMBERED_SECONDS,
  }),
];

/** Deletes an attachment and frees its share of the limits. @throws 409 on a cancelled document; 410 when it was already removed */
export function removeAttachment(companyId: CompanyId, attachment: Attachment, commit: Commit<void>): Promise<void> {
  const one = update(countKey(companyId, attachment.invoiceId), {
    expression: 'ADD #count :less',
    names: { '#count': 'count' },
    values: { ':less': -1 },
  });
  return commit(
    [
      ...moveAway(companyId, attachment, () => gone('The attachment was deleted.')),
      stillAttachable(companyId, attachment.invoiceId),
      one,
      freeBytes(companyId, attachment.size),
    ],
    undefined,
  );
}

/**
 * The writes that remove the attachments of a document that is deleted. They fail with `ConditionFailed` when an attachment was
 * added or removed since they were read.
 */
export function removeAllWrites(company: CompanyId, invoiceId: string, attachments: readonly Attachment[]): Write[] {
  const count = { names: { '#count': 'count' }, values: { ':count': attachments.length } };
  return [
    ...attachments.flatMap(attachment => moveAway(company, attachment)),
    remove(countKey(company, invoiceId), {
      expression: attachments.length > 0 ? '#count = :count' : 'attribute_not_exists(pk) OR #count = :count',
      ...count,
    }),
    ...(attachments.length > 0
      ? [
          freeBytes(
            company,
            attachments.reduce((bytes, { size }) => bytes + size, 0),
          ),
        ]
      : []),
  ];
}
