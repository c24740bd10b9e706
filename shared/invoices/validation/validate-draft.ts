import { officialRulesInstalled } from '../../einvoice/official/installed.ts';
import type { DocumentFinding } from '../../einvoice/validation/finding.ts';
import { validateDocument } from '../../einvoice/validation/validate.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { quickCheck } from '../../documents/fiscal/quick-check.ts';
import { isFatal, resultOf, type Validation } from './result.ts';

/**
 * What the answer says of a draft when it is created or changed: what its issue would refuse. Texts over the authority's lengths are a
 * warning here (decisions.md §E-invoice mapping), and the rules are asked only about what passes the quick check. The official
 * rules run when the draft is validated or issued.
 */
export function draftValidation(document: InvoiceDocument): Validation {
  const { errors: quick, warnings } = quickCheck(document);
  const findings = Object.keys(quick).length > 0 ? [] : validateDocument(document).filter(isFatal).map(lengthAsWarning);
  const { findings: _, ...result } = resultOf({ quick, warnings, findings }, officialRulesInstalled());
  return result;
}

const lengthAsWarning = (finding: DocumentFinding): DocumentFinding =>
  finding.rule.startsWith('BR-RO-L') ? { ...finding, severity: 'warning' } : finding;
