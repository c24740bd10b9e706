import { instantIn } from '#shared/base/kernel/clock.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { due } from '#shared/platform/store/due-work.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';
import { put, remove, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

/**
 * The automatic submission of a document, a number of hours after its issue (`efacturaDelayHours` of the company at the issue). A
 * document has at most one. Its item is a child of the document, and is in the index of due work.
 */
export interface PlannedSubmission {
  companyId: CompanyId;
  invoiceId: string;
  at: string;
  /** The user who gets a mail when the submission fails. */
  userId: string | null;
  /** Number of attempts that failed for a temporary reason. */
  tries: number;
  /**
   * Set by a restore of the table: from this instant on the document may have been sent, which the table does not know. The authority's
   * messages are searched before it is sent.
   */
  perhapsSentSince?: string;
}

/** The partition of planned submissions in the index of due work. */
export const PLANNED_SUBMISSIONS = 'DUESUBMISSION';

/** `kind` of its item. */
export const PLANNED_SUBMISSION = 'planned-submission' satisfies ItemKind;

export const plannedKey = (company: CompanyId, invoiceId: string): Key => documentKey(KINDS.invoice, company, invoiceId, 'T');

/** The write of a planned submission; it replaces an earlier one of the document. */
export const planWrite = (planned: PlannedSubmission): Write =>
  put({
    ...plannedKey(planned.companyId, planned.invoiceId),
    kind: PLANNED_SUBMISSION,
    data: planned,
    row: planned,
    ...due(PLANNED_SUBMISSIONS, planned.invoiceId, planned.at),
  });

/** The write that removes a planned submission, which is done or no longer needed. */
export const planDone = (company: CompanyId, invoiceId: string): Write => remove(plannedKey(company, invoiceId));

/**
 * The writes that plan the submission of a document at its issue; none when the company has set no delay. A later change of the
 * setting does not affect it.
 *
 * @param userId the user who gets a mail when the submission fails
 */
export const plansOf = (
  { companyId, id, direction }: Pick<Invoice, 'companyId' | 'id' | 'direction'>,
  { efacturaDelayHours: hours }: Pick<Company, 'efacturaDelayHours'>,
  userId: string | null,
): Write[] =>
  hours === null || direction !== 'outgoing'
    ? []
    : [planWrite({ companyId, invoiceId: id, at: instantIn(hours * 3600), userId, tries: 0 })];
