import type { ReasonOf } from '../vocabulary/error-reasons.ts';
import { shownInstantOrNull, today } from '../kernel/clock.ts';
import { conflict, type FieldErrors, notFound, Problem, validation } from '../kernel/errors.ts';
import { decimal, sum } from '../kernel/money.ts';
import { referenceWarnings } from '../model/correction-warnings.ts';
import { checkLine, faultsIn } from './draft-rules.ts';
import { checkInvoice } from './fiscal/draft-rules.ts';
import { rateFaults, rateWarnings } from '../model/exchange-rate.ts';
import { checkLineCalculations } from './line-calculations.ts';
import type { Invoice, InvoiceDocument, InvoiceStatus } from '../model/invoice.ts';

/** What may happen to a document, and what must hold before it does. Pure (interface.md §States, completions-documents §1.17). */

export type Action = 'update' | 'issue' | 'submit' | 'upload' | 'cancel' | 'restore' | 'delete';

const ALLOWED: Record<Action, readonly InvoiceStatus[]> = {
  update: ['draft', 'rejected', 'error'],
  issue: ['draft'],
  submit: ['issued', 'rejected', 'error'],
  upload: ['draft', 'issued', 'rejected', 'error'],
  cancel: ['draft', 'issued', 'validated', 'rejected', 'error'],
  restore: ['cancelled'],
  delete: ['draft'],
};

/** Where a credit note differs: what was issued once is not changed any more (interface.md §update credit note, rule 2). */
const ALLOWED_TO_CREDIT_NOTES: Partial<typeof ALLOWED> = { update: ['draft'] };

const SUBMITTED = {
  sent_to_provider: 'already_submitted',
  uploaded: 'already_submitted',
  validated: 'already_submitted',
} as const;

const REASONS: Partial<Record<Action, Partial<Record<InvoiceStatus, ReasonOf<'conflict'>>>>> = {
  issue: { cancelled: 'cancelled', synced: 'received' },
  submit: { draft: 'not_issued', cancelled: 'cancelled', ...SUBMITTED },
  upload: { cancelled: 'cancelled', ...SUBMITTED },
  cancel: { cancelled: 'already_cancelled', sent_to_provider: 'answer_pending', uploaded: 'answer_pending' },
};
const DEFAULT_REASON: Record<Action, ReasonOf<'conflict'>> = {
  update: 'not_editable',
  issue: 'already_issued',
  submit: 'not_submittable',
  upload: 'not_submittable',
  cancel: 'not_cancellable',
  restore: 'not_cancelled',
  delete: 'not_draft',
};

/** The stamps that explain a status, for `details` of a 409. */
const stampsOf = (invoice: Invoice): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries({
      issuedAt: shownInstantOrNull(invoice.issuedAt),
      cancelledAt: shownInstantOrNull(invoice.cancelledAt),
      uploadedAt: shownInstantOrNull(invoice.submittedAt),
      validatedAt: shownInstantOrNull(invoice.validatedAt),
      taxauthUploadIndex: invoice.taxauthUploadIndex,
    }).filter(([, value]) => value !== null),
  );

/**
 * The document, if the action may be done to it.
 *
 * @throws 404 when there is none; 409 with `status`, `reason` and stamps when its status forbids the action.
 */
export function permitted<T extends Invoice>(action: Action, invoice: T | undefined): T {
  if (!invoice) throw notFound('Invoice');
  const allowed = (invoice.isCreditNote ? ALLOWED_TO_CREDIT_NOTES[action] : undefined) ?? ALLOWED[action];
  if (allowed.includes(invoice.status) && invoice.direction === 'outgoing') {
    if (invoice.submission && action !== 'submit' && action !== 'upload') {
      throw conflict('A submission to the tax authority is under way.', {
        status: invoice.status,
        reason: 'submission_in_progress',
      });
    }
    return invoice;
  }
  const kind = invoice.isCreditNote ? 'a credit note' : 'an invoice';
  throw conflict(`Cannot ${action} ${kind} in status ${invoice.status}.`, {
    status: invoice.status,
    reason: REASONS[action]?.[invoice.status] ?? DEFAULT_REASON[action],
    ...stampsOf(invoice),
  });
}

export interface QuickResult {
  /** By field path of the request. */
  errors: FieldErrors;
  warnings: string[];
}

/**
 * The `quick` level of validation: required fields, numbers, dates, line calculations, VAT rates, currency, parties, and that
 * totals equal line sums (interface.md §validate). What fails here refuses the issue.
 */
export function quickCheck(document: InvoiceDocument, day: string = today()): QuickResult {
  const errors: FieldErrors = {};
  const fault = faultsIn(errors);
  const warnings: string[] = [];

  if (!document.client) fault('clientId', 'a client is needed: give clientId or receiverName');
  else if (document.client.type === 'company' && !document.client.cif && !document.client.vatCode && !document.client.cnp) {
    fault('clientId', 'the client needs a tax identification number (cui)');
  }
  if (!document.seller.cif) fault('company', 'the company needs a tax identification number (cif)');
  checkInvoice(document, fault);
  if (document.issueDate > day) fault('issueDate', 'must not be in the future');
  if (document.dueDate !== null && document.dueDate < document.issueDate) fault('dueDate', 'must not be before issueDate');
  if (document.lines.length === 0) fault('lines', 'must have at least one line');
  document.lines.forEach((line, place) => {
    checkLine(line, document.isCreditNote, (field, message) => fault(`lines.${place}.${field}`, message));
    if (line.description.trim() === '') fault(`lines.${place}.description`, 'must not be empty');
  });
  checkLineCalculations(document, fault);
  if (document.isCreditNote && decimal(document.total).gte(0)) fault('total', 'must be negative on a credit note');
  for (const [field, total] of [
    ['subtotal', document.subtotal],
    ['vatAmount', document.vatTotal],
    ['total', document.total],
  ] as const) {
    if (!sum(document.lines.map(line => line[field])).eq(total)) fault(field, 'must equal the sum of the lines');
  }

  warnings.push(...rateWarnings(document), ...referenceWarnings(document));
  if (document.seriesId === null) warnings.push('documentSeriesId: no series is set; the default one is used at issue.');
  if (document.dueDate === null && document.paymentTerms === null) {
    warnings.push('dueDate: neither dueDate nor paymentTerms is given; the legal term of 30 days is stated.');
  }
  return { errors, warnings };
}

/** What refuses the issue, or the correction of an issued document, beside the quick check: until then it is a warning. */
export const issueFaults = (document: InvoiceDocument): FieldErrors => rateFaults(document);

/** Field messages as the flat list of the validation result. */
export const asList = (errors: FieldErrors): string[] =>
  Object.entries(errors).flatMap(([field, messages]) => messages.map(message => `${field}: ${message}`));

/** The refusal of a document that cannot be issued as it is. */
export const invalidDocument = (errors: FieldErrors): Problem => validation('The invoice is not complete.', errors);
