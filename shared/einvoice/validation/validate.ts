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

/** The set that the authority gates on. */
const GATE = 'cius-ro-1.0.9';

/**
 * Everything that stands against a document as an e-invoice: structure by UBL 2.1 and the authority's rules on its XML, each finding with the field of
 * the request that it comes from, and what no rule on the XML can find. Pure.
 *
 * @param xml the document as UBL; what `xmlToJudge` writes unless the caller has the very bytes that are to be sent
 */
export function validateDocument(document: InvoiceDocument, xml: string = xmlToJudge(document)): DocumentFinding[] {
  const findings = judgeXml(xml).map((finding): DocumentFinding => {
    const rule = officialRuleId(finding.rule);
    return { ...finding, rule, message: adviceOn(rule, document) ?? finding.message, field: requestField(finding, document) };
  });
  return [...distinct(findings), ...beyondRules(document)];
}

/** Structure and values by UBL 2.1, and the authority's rules. */
export const judgeXml = (xml: string): Finding[] =>
  evaluated(xml, read => [...schemaFindings(read), ...evaluateDocument(read, GATE)]);

/** The business term and the request's field of a finding that another judge of the same rules has made. */
export function explain(
  document: InvoiceDocument,
  found: { rule: string; xpath: string },
): Pick<DocumentFinding, 'businessTerm' | 'field'> {
  const businessTerm = ruleSet(GATE).rules.find(({ id }) => id === found.rule)?.businessTerm ?? null;
  return { businessTerm, field: requestField({ ...found, businessTerm }, document) };
}

/** The XML of a document as it would be issued: a draft's placeholder stands for a number of its series. */
export const xmlToJudge = (document: InvoiceDocument): string =>
  writeUbl(isPlaceholder(document.number) ? { ...document, number: '0' } : document);

/** The id that the authority prints: of rules in several parts (`BR-RO-020_1`) that of the whole. */
export const officialRuleId = (rule: string): string => rule.replace(/_\d$/, '');

/** One defect may break a rule in several elements of one field; it is reported once. */
function distinct(findings: DocumentFinding[]): DocumentFinding[] {
  const reported = new Set<string>();
  return findings.filter(({ rule, field, xpath }) => {
    const key = `${rule} ${field ?? xpath}`;
    if (reported.has(key)) return false;
    reported.add(key);
    return true;
  });
}
