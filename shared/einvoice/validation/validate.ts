import { isPlaceholder } from '../../model/document.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { evaluated, evaluateDocument, type Finding } from '../rules/evaluate.ts';
import { ruleSet } from '../rules/sets.ts';
import { schemaFindings } from '../schema/check.ts';
import { writeUbl } from '../ubl/writer.ts';
import { adviceOn } from './advice.ts';
import { beyondRules } from './beyond-rules.ts';
import type { DocumentFinding } from './finding.ts';
import { requestField } from './request-field.ts';

/** The rule set by which the authority accepts or refuses documents. */
const GATE = 'cius-ro-1.0.9';

/**
 * All reasons why a document is not valid as an e-invoice: structure of UBL 2.1 and the authority's rules about its XML, each
 * finding with the field of the request that it comes from, and problems that no rule about the XML can find. Pure.
 *
 * @param xml the document as UBL: by default written by `xmlToJudge`, unless the caller already has the bytes that will be sent
 */
export function validateDocument(document: InvoiceDocument, xml: string = xmlToJudge(document)): DocumentFinding[] {
  const findings = judgeXml(xml).map((finding): DocumentFinding => {
    const rule = officialRuleId(finding.rule);
    return { ...finding, rule, message: adviceOn(rule, document) ?? finding.message, field: requestField(finding, document) };
  });
  return [...distinct(findings), ...beyondRules(document)];
}

/** Findings by the schema of UBL 2.1 and by the authority's rules; one fatal finding `XML` if the text is not well-formed. */
export const judgeXml = (xml: string): Finding[] =>
  evaluated(xml, read => [...schemaFindings(read), ...evaluateDocument(read, GATE)]);

/** Adds the business term and the field of the request to a finding of another validator of the same rules. */
export function explain(
  document: InvoiceDocument,
  found: { rule: string; xpath: string },
): Pick<DocumentFinding, 'businessTerm' | 'field'> {
  const businessTerm = ruleSet(GATE).rules.find(({ id }) => id === found.rule)?.businessTerm ?? null;
  return { businessTerm, field: requestField({ ...found, businessTerm }, document) };
}

/** The XML of a document for validation; in drafts the number `0` replaces the placeholder number. */
export const xmlToJudge = (document: InvoiceDocument): string =>
  writeUbl(isPlaceholder(document.number) ? { ...document, number: '0' } : document);

/** The rule id that the authority uses: without the suffix of rules in several parts (`BR-RO-020_1`). */
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
