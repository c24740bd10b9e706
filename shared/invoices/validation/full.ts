import { judgeByOfficialRules } from '../../einvoice/official/judge.ts';
import type { DocumentFinding } from '../../einvoice/validation/finding.ts';
import { explain, officialRuleId, validateDocument, xmlToJudge } from '../../einvoice/validation/validate.ts';
import { today } from '../../kernel/clock.ts';
import type { FieldErrors, Problem } from '../../kernel/errors.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { quickCheck } from '../../documents/fiscal/quick-check.ts';
import { type Found, refusalOf, resultOf, type ValidationResult } from './result.ts';

/** The full level of validation (interface.md §validate), and the refusal of what it finds invalid. */

/**
 * The quick level, the authority's rules by this service's own engine, and the official rules where they are installed. Rules
 * that are installed and cannot run make the document invalid: what could not be judged was not found valid.
 *
 * @param more warnings that need more than the document
 */
export async function fullValidation(document: InvoiceDocument, more: readonly string[] = []): Promise<ValidationResult> {
  const { ran, ...found } = await everything(document, xmlToJudge(document), today());
  return resultOf({ ...found, warnings: [...found.warnings, ...more] }, ran);
}

/** The refusal of a document that the full level finds invalid; undefined when it finds nothing. */
export async function fullRefusal(
  document: InvoiceDocument,
  { xml = xmlToJudge(document), violations = {} }: { xml?: string | undefined; violations?: FieldErrors | undefined } = {},
): Promise<Problem | undefined> {
  const found = await everything(document, xml, today());
  return refusalOf({ ...found, quick: { ...found.quick, ...violations } });
}

interface Everything extends Found {
  /** Whether the official rules are installed and gave their verdict. */
  ran: boolean;
}

async function everything(document: InvoiceDocument, xml: string, day: string): Promise<Everything> {
  const { errors: quick, warnings } = quickCheck(document, day);
  const own = validateDocument(document, xml).filter(finding => !isOfMissingClient(finding, document));
  const { ran, findings: official } = await judgeByOfficialRules(xml, found => explain(document, found));
  // Both judge by the same rules: what is reported already needs no second report.
  const reported = new Set(own.map(({ rule }) => rule));
  const more = official.filter(finding => !reported.has(officialRuleId(finding.rule)) && !isOfMissingClient(finding, document));
  return { quick, warnings, findings: [...own, ...more], ran };
}

/** Without a client the quick check says that one is needed; a dozen rules would each say what is missing of it, and the schema its element. */
const isOfMissingClient = ({ field, rule, message }: DocumentFinding, { client }: InvoiceDocument): boolean =>
  client === null && (field === 'clientId' || (rule === 'XSD' && /cac:Accounting(Customer|Supplier)Party/.test(message)));
