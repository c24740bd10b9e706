import { checkForIssue } from '../einvoice/check.ts';
import { today } from '../kernel/clock.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import type { InvoiceDocument } from './model.ts';
import { invalidDocument, quickCheck } from './rules.ts';

/** Refuses a document that is not in order or that the authority would refuse (fail closed). */
export function checkOrRefuse(document: InvoiceDocument, day: string = today()): void {
  const errors: FieldErrors = { ...quickCheck(document, day).errors };
  if (Object.keys(errors).length > 0) throw invalidDocument(errors);
  for (const finding of checkForIssue(document).errors)
    (errors[finding.field ?? 'document'] ??= []).push(`${finding.message} [${finding.rule}]`);
  if (Object.keys(errors).length > 0) throw invalidDocument(errors);
}
