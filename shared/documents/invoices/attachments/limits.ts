import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { Problem, validation } from '#shared/base/kernel/errors.ts';
import type { Plan } from '#shared/platform/access/model.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { countKey, storageUseKey } from './model.ts';

/**
 * The limits of the plan on attachments (OUT-26, OUT-27). A file that is too large gets 413; too many files or full storage
 * get 422 (OUT-27). The transaction that adds or removes an attachment updates the counters, with the limits as conditions on
 * them: they hold exactly under concurrent uploads.
 */
export interface Used {
  /** Attachments of the document. */
  count: number;
  /** Bytes of all attachments of the company. */
  bytes: number;
}

const megabytes = (bytes: number): string => `${bytes / 1_048_576} MB`;

const largestFile = (plan: Plan): number => PLANS[plan].attachmentMaxFileBytes;

export const tooLarge = (plan: Plan): Problem =>
  new Problem('payload_too_large', `The plan ${plan} allows files of up to ${megabytes(largestFile(plan))}.`, {
    limit: largestFile(plan),
    plan,
  });

const refused = (message: string): Problem => validation(`${message}.`, { file: [message] });

const tooMany = (plan: Plan): Problem =>
  refused(`the plan ${plan} allows ${PLANS[plan].attachmentsPerInvoice} attachments per invoice: delete one, or change the plan`);

const storageFull = (plan: Plan): Problem =>
  refused(
    `the attachments of the company would take more than the ${megabytes(PLANS[plan].attachmentStorageBytes)} of the plan ${plan}: delete some, or change the plan`,
  );

/** @throws 413 or 422 when the plan does not allow one more file of this size. */
export function checkLimits(plan: Plan, used: Used, size: number): void {
  const { attachmentsPerInvoice, attachmentStorageBytes } = PLANS[plan];
  if (size > largestFile(plan)) throw tooLarge(plan);
  if (used.count >= attachmentsPerInvoice) throw tooMany(plan);
  if (used.bytes + size > attachmentStorageBytes) throw storageFull(plan);
}

/**
 * The conditional writes that count one more attachment of `size` bytes.
 *
 * @throws 422 from the transaction, when a limit is reached
 */
export function countOne(company: CompanyId, invoiceId: string, plan: Plan, size: number): Write[] {
  const { attachmentsPerInvoice, attachmentStorageBytes } = PLANS[plan];
  return [
    update(
      countKey(company, invoiceId),
      {
        expression: 'SET #kind = :kind ADD #count :one',
        names: { '#kind': 'kind', '#count': 'count' },
        values: { ':kind': 'attachment-count' satisfies ItemKind, ':one': 1, ':limit': attachmentsPerInvoice },
        condition: 'attribute_not_exists(#count) OR #count < :limit',
      },
      () => tooMany(plan),
    ),
    update(
      storageUseKey(company),
      {
        expression: 'SET #kind = :kind ADD #bytes :size',
        names: { '#kind': 'kind', '#bytes': 'bytes' },
        values: { ':kind': 'storage' satisfies ItemKind, ':size': size, ':most': attachmentStorageBytes - size },
        condition: 'attribute_not_exists(#bytes) OR #bytes <= :most',
      },
      () => storageFull(plan),
    ),
  ];
}

/** The write that subtracts bytes from the storage of the company. */
export const freeBytes = (company: CompanyId, bytes: number): Write =>
  update(storageUseKey(company), {
    expression: 'ADD #bytes :less',
    names: { '#bytes': 'bytes' },
    values: { ':less': -bytes },
  });
