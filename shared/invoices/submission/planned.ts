import { instantIn } from '../../kernel/clock.ts';
import { documentKey } from '../../documents/items.ts';
import type { Company } from '../../model/company.ts';
import type { Invoice } from '../../model/invoice.ts';
import { KINDS } from '../../model/kinds.ts';
import { due } from '../../store/due-work.ts';
import { type CompanyId, companyScope, type Key } from '../../store/table.ts';
import { put, remove, type Write } from '../../store/transact.ts';
import type { ItemKind } from '../../vocabulary/item-kinds.ts';

/**
 * The automatic submission of a document, the number of hours after its issue that its company had set then (`efacturaDelayHours`).
 * One for a document; its item is beside the document's own, and in the index of due work.
 */
export interface PlannedSubmission {
  companyId: string;
  invoiceId: string;
  at: string;
  /** Who is mailed when it cannot be done. */
  userId: string | null;
  /** How often the authority was out of reach. */
  tries: number;
}

/** The due work that planned submissions are. */
export const PLANNED_SUBMISSIONS = 'DUESUBMISSION';

/** `kind` of its item. */
export const PLANNED_SUBMISSION = 'planned-submission' satisfies ItemKind;

export const plannedKey = (company: CompanyId, invoiceId: string): Key => documentKey(KINDS.invoice, company, invoiceId, 'T');

/** The write of a plan, in place of an earlier one of the document. */
export const planWrite = (planned: PlannedSubmission): Write =>
  put({
    ...plannedKey(companyScope(planned.companyId), planned.invoiceId),
    kind: PLANNED_SUBMISSION,
    data: planned,
    row: planned,
    ...due(PLANNED_SUBMISSIONS, planned.invoiceId, planned.at),
  });

/** The write that drops a plan: it is done, or is not to be done any more. */
export const planDone = (company: CompanyId, invoiceId: string): Write => remove(plannedKey(company, invoiceId));

/**
 * What the issue of a document writes of its submission: a plan, where the company has set a delay. A later change of the setting does
 * not touch it.
 *
 * @param userId who is mailed when it cannot be done
 */
export const plansOf = (
  { companyId, id, direction }: Pick<Invoice, 'companyId' | 'id' | 'direction'>,
  { efacturaDelayHours: hours }: Pick<Company, 'efacturaDelayHours'>,
  userId: string | null,
): Write[] =>
  hours === null || direction !== 'outgoing'
    ? []
    : [planWrite({ companyId, invoiceId: id, at: instantIn(hours * 3600), userId, tries: 0 })];
