import { officialRulesInstalled } from '#shared/authority/einvoice/official/installed.ts';
import type { DocumentFinding } from '#shared/authority/einvoice/validation/finding.ts';
import { validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import { accountWarnings } from '#shared/model/amounts/payment-account.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { isFatal, resultOf, type Validation } from './result.ts';

/**
 * The validation in the answer to a create or update of a draft: the errors that its issue would give. Texts longer than the
 * authority allows are only warnings here (EIN-16). The rules run only if the quick check passes; the
 * official rules run only when the draft is validated or issued.
 */
export function draftValidation(document: InvoiceDocument): Validation {
  const { errors: quick, warnings } = quickCheck(document);
  const findings = Object.keys(quick).length > 0 ? [] : validateDocument(document).filter(isFatal).map(lengthAsWarning);
  const { findings: _, ...result } = resultOf(
    { quick, warnings: [...warnings, ...accountWarnings(document)], findings },
    officialRulesInstalled(),
  );
  return result;
}

const lengthAsWarning = (finding: DocumentFinding): DocumentFinding =>
  finding.rule.startsWith('BR-RO-L') ? { ...finding, severity: 'warning' } : finding;
