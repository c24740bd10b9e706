import { isPlaceholder } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { evaluated, evaluateDocument, type Finding } from '../rules/evaluate.ts';
import { ruleSet } from '../rules/sets.ts';
import { schemaFindings } from '../schema/check.ts';
import { writeUbl } from '../ubl/writer.ts';
import { adviceOn } from './advice.ts';
import { beyondRules } from './beyond-rules.ts';
import type { DocumentFinding } from './finding.ts';
import { requestField } from './request-field.ts';

/** The rules that the authority applies to each submitted document; it rejects a document that violates one. */
const AUTHORITY_RULES = 'cius-ro-1.0.9';

/**
 * All reasons why a document is not valid as an e-invoice: violations of the UBL 2.1 schema and of the authority's rules, each
 * with the field of the request that it comes from, and problems that no rule about the XML can find. Pure.
 *
 * @param xml the document as UBL. Callers that already have the XML that will be sent pass it
 */
export function validateDocument(document: InvoiceDocument, xml: string = xmlForValidation(document)): DocumentFinding[] {
  const findings = validateXml(xml).map((finding): DocumentFinding => {
    const rule = officialRuleId(finding.rule);
    return { ...finding, rule, message: adviceOn(rule, document) ?? finding.message, field: requestField(finding, document) };
  });
  return [...distinct(findings), ...beyondRules(document)];
}

/** Findings by the schema of UBL 2.1 and by the authority's rules; one fatal finding `XML` if the text is not well-formed. */
export const validateXml = (xml: string): Finding[] =>
  evaluated(xml, read => [...schemaFindings(read), ...evaluateDocument(read, AUTHORITY_RULES)]);

/** The business term and the field of the request for a finding of another validator that has the same rules. */
export function explain(
  document: InvoiceDocument,
  found: { rule: string; xpath: string },
): Pick<DocumentFinding, 'businessTerm' | 'field'> {
  const businessTerm =
    ruleSet(AUTHORITY_RULES).rules.find(({ id }) => officialRuleId(id) === officialRuleId(found.rule))?.businessTerm ?? null;
  return { businessTerm, field: requestField({ ...found, businessTerm }, document) };
}

/** The XML of a document for validation. A draft has a placeholder for its number, which is written as `0`. */
export const xmlForValidation = (document: InvoiceDocument): string =>
  writeUbl(isPlaceholder(document.number) ? { ...document, number: '0' } : document);

/** The id of a rule in the authority's messages: without the suffix that the parts of a rule have (`BR-RO-020_1`). */
export const officialRuleId = (rule: string): string => rule.replace(/_\d$/, '');

/** Removes duplicates: a mistake in one field can violate a rule in several elements. */
function distinct(findings: DocumentFinding[]): DocumentFinding[] {
  const reported = new Set<string>();
  return findings.filter(({ rule, field, xpath }) => {
    const key = `${rule} ${field ?? xpath}`;
    if (reported.has(key)) return false;
    reported.add(key);
    return true;
  });
}
