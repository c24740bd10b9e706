import type * as z from 'zod';
import type { DocumentFinding } from '#shared/authority/einvoice/validation/finding.ts';
import { isOfCompany } from '#shared/authority/einvoice/validation/of-company.ts';
import { type FieldErrors, type Problem, validation } from '#shared/base/kernel/errors.ts';
import type { validationResultSchema, validationSchema } from './schema.ts';
import { asList } from '#shared/documents/common/fiscal/quick-check.ts';

/** The JSON of validation results, and the 422 for invalid documents (INV-34 to INV-36). */

export type Validation = z.output<typeof validationSchema>;

export type ValidationResult = z.output<typeof validationResultSchema>;

/** All findings about a document. */
export interface Found {
  /** Messages of the quick check by field. */
  quick: FieldErrors;
  warnings: string[];
  findings: DocumentFinding[];
}

export const isFatal = ({ severity }: DocumentFinding): boolean => severity === 'fatal';

const placeOf = (finding: DocumentFinding): string => finding.field ?? (isOfCompany(finding) ? 'company' : 'document');

/** A finding as one line: `[BR-RO-082] clientId: Set the buyer's address (street and number).` */
const lineOf = (finding: DocumentFinding): string => `[${finding.rule}] ${placeOf(finding)}: ${finding.message}`;

const presentFinding = ({ rule, severity, message, businessTerm, xpath, field }: DocumentFinding) => ({
  ...{ rule, severity, message, businessTerm, xpath, field },
});

export function resultOf({ quick, warnings, findings }: Found, schematronAvailable: boolean): ValidationResult {
  const errors = [...asList(quick), ...findings.filter(isFatal).map(lineOf)];
  const rest = findings.filter(finding => !isFatal(finding)).map(lineOf);
  return {
    valid: errors.length === 0,
    errors,
    warnings: [...warnings, ...rest],
    schematronAvailable,
    findings: findings.map(presentFinding),
  };
}

/** The 422 for an invalid document, with messages by field and, under `rules`, the fatal findings; undefined for a valid one. */
export function refusalOf({ quick, findings }: Found): Problem | undefined {
  const rules = findings.filter(isFatal);
  const details: FieldErrors = structuredClone(quick);
  for (const finding of rules) (details[placeOf(finding)] ??= []).push(`${finding.message} [${finding.rule}]`);
  if (Object.keys(details).length === 0) return undefined;
  return validation('The invoice is not complete.', rules.length > 0 ? { ...details, rules } : details);
}
