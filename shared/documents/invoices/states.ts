import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { conflict, found } from '#shared/base/kernel/errors.ts';
import { permitted, type StateTable } from '#shared/documents/common/states.ts';
import { type Invoice, INVOICE_STATUSES, type InvoiceStatus } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';

/** The actions that each status of invoices and credit notes allows (INV-6 to INV-8). */

export type Action = 'update' | 'change the reminders of' | 'issue' | 'submit' | 'upload' | 'cancel' | 'restore' | 'delete';

const SUBMITTED = {
  sent_to_provider: 'already_submitted',
  uploaded: 'already_submitted',
  validated: 'already_submitted',
} as const;

/**
 * Actions that this table does not refuse during a submission. A second submission is refused in submit.ts, with the start of the
 * first.
 */
const BESIDE_SUBMISSION: readonly Action[] = ['submit', 'upload', 'change the reminders of'];

const STATES: StateTable<Invoice, Action> = {
  noun: KINDS.invoice.noun,
  allowed: {
    update: ['draft', 'rejected', 'error'],
    'change the reminders of': INVOICE_STATUSES.filter(status => status !== 'cancelled'),
    issue: ['draft'],
    submit: ['issued', 'rejected', 'error'],
    upload: ['draft', 'issued', 'rejected', 'error'],
    cancel: ['draft', 'issued', 'validated', 'rejected', 'error'],
    restore: ['cancelled'],
    // One with a number has more conditions: see `refusal`.
    delete: ['draft'],
  },
  reasons: {
    'change the reminders of': { cancelled: 'cancelled' },
    issue: { cancelled: 'cancelled', synced: 'received' },
    submit: { draft: 'not_issued', cancelled: 'cancelled', ...SUBMITTED },
    upload: { cancelled: 'cancelled', ...SUBMITTED },
    cancel: { cancelled: 'already_cancelled', sent_to_provider: 'answer_pending', uploaded: 'answer_pending' },
  },
  otherwise: {
    update: 'not_editable',
    'change the reminders of': 'not_editable',
    issue: 'already_issued',
    submit: 'not_submittable',
    upload: 'not_submittable',
    cancel: 'not_cancellable',
    restore: 'not_cancelled',
    delete: 'not_draft',
  },
  stamps: invoice => ({
    issuedAt: presentInstantOrNull(invoice.issuedAt),
    cancelledAt: presentInstantOrNull(invoice.cancelledAt),
    uploadedAt: presentInstantOrNull(invoice.submittedAt),
    validatedAt: presentInstantOrNull(invoice.validatedAt),
    taxauthUploadIndex: invoice.taxauthUploadIndex,
  }),
  // Documents received from others do not change.
  isFixed: ({ direction }) => direction !== 'outgoing',
  refusal: (action, { status, submission, number, sequence }) => {
    if (submission && !BESIDE_SUBMISSION.includes(action))
      return conflict('A submission to the tax authority is in progress: wait for its end.', {
        status,
        reason: 'submission_in_progress',
      });
    // Numbers are given without gaps: what was issued once stays (INV-57).
    if (action === 'delete' && status === 'draft' && sequence !== null)
      return conflict(`${number} has a number and cannot be deleted: issue it again, or issue and cancel it.`, {
        status,
        reason: 'numbered',
      });
    return undefined;
  },
};

/** Credit notes cannot be changed after their issue (CRN-23). */
const CREDIT_NOTE_STATES: StateTable<Invoice, Action> = {
  ...STATES,
  noun: KINDS.credit_note.noun,
  allowed: { ...STATES.allowed, update: ['draft'] satisfies InvoiceStatus[] },
};

export const statesOf = ({ isCreditNote }: Invoice): StateTable<Invoice, Action> => (isCreditNote ? CREDIT_NOTE_STATES : STATES);

/**
 * The invoice or credit note, if its status allows the action.
 *
 * @throws 404 for undefined; 409 with `status`, `reason` and timestamps when its status forbids the action.
 */
export function permittedInvoice<D extends Invoice>(action: Action, document: D | undefined): D {
  const invoice = found(document, KINDS.invoice.title);
  return permitted(statesOf(invoice), action, invoice);
}
