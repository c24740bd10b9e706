import { validateByOfficialRules } from '#shared/authority/einvoice/official/validate.ts';
import type { DocumentFinding } from '#shared/authority/einvoice/validation/finding.ts';
import { explain, officialRuleId, validateDocument, xmlForValidation } from '#shared/authority/einvoice/validation/validate.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { FieldErrors, Problem } from '#shared/base/kernel/errors.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { type Found, refusalOf, resultOf, type ValidationResult } from './result.ts';

/** The full level of validation (INV-34 to INV-36), and the refusal of invalid documents. */

/**
 * Runs the quick check, the authority's rules in this service's own engine, and the official rules if they are installed. When
 * installed rules cannot run, the document is invalid (fail closed).
 *
 * @param more warnings of checks that need other data than the document
 */
export async function fullValidation(document: InvoiceDocument, more: readonly string[] = []): Promise<ValidationResult> {
  const { ran, ...found } = await everything(document, xmlForValidation(document), today());
  return resultOf({ ...found, warnings: [...found.warnings, ...more] }, ran);
}

/** The 422 for a document that full validation finds invalid; undefined for a valid one. */
export async function fullRefusal(
  document: InvoiceDocument,
  { xml = xmlForValidation(document), violations = {} }: { xml?: string | undefined; violations?: FieldErrors | undefined } = {},
): Promise<Problem | undefined> {
  const found = await everything(document, xml, today());
  return refusalOf({ ...found, quick: { ...found.quick, ...violations } });
}

interface Everything extends Found {
  /** Whether the official rules are installed and ran. */
  ran: boolean;
}

async function everything(document: InvoiceDocument, xml: string, day: string): Promise<Everything> {
  const { errors: quick, warnings } = quickCheck(document, day);
  const own = validateDocument(document, xml).filter(finding => !isOfMissingClient(finding, document));
  const { ran, findings: official } = await validateByOfficialRules(xml, found => explain(document, found));
  // Both engines have the same rules: a rule that is reported already is not reported again.
  const reported = new Set(own.map(({ rule }) => rule));
  const more = official
    .map(finding => ({ ...finding, rule: officialRuleId(finding.rule) }))
    .filter(finding => !reported.has(finding.rule) && !isOfMissingClient(finding, document));
  return { quick, warnings, findings: [...own, ...more], ran };
}

/** Whether a finding only results from the missing client, which the quick check reports. A dozen rules would report it again. */
const isOfMissingClient = ({ field, rule, message }: DocumentFinding, { client }: InvoiceDocument): boolean =>
  client === null && (field === 'clientId' || (rule === 'XSD' && /cac:Accounting(Customer|Supplier)Party/.test(message)));
