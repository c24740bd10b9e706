import type { TransportDeclaration } from '#shared/model/transport.ts';
import type { TransportMessage } from './message.ts';
import { brokenRules, findingsOf } from './rules/sets.ts';
import type { TransportFinding } from './rules/types.ts';
import { timeWarnings } from './validity.ts';
import { messageTree } from './xml/message-tree.ts';
import { schemaViolations } from './xml/schema-violations.ts';

export type { TransportFinding } from './rules/types.ts';

/** The answer of validate-etransport (TRN-20); in addition, each finding names its field. */
export interface TransportValidation {
  valid: boolean;
  errors: TransportFinding[];
  warnings: TransportFinding[];
  /** Whether the rules of the authority's Schematron were available: always true, because this service implements them itself. */
  schematronAvailable: boolean;
}

/**
 * Validates a message in the order of TRN-21: the rules on fields, then the XML schema (rule `XSD`), then the
 * other rules of the authority's Schematron. A stage runs only if the stages before it found no violation. Pure.
 */
export function validateMessage(message: TransportMessage): TransportValidation {
  const broken = brokenRules(message);
  const stages: (() => TransportFinding[])[] = [
    () => findingsOf(broken, 'fields'),
    () => schemaFindings(message),
    () => findingsOf(broken, 'schematron'),
  ];
  let errors: TransportFinding[] = [];
  for (const stage of stages) if (errors.length === 0) errors = stage();
  return { valid: errors.length === 0, errors, warnings: [], schematronAvailable: true };
}

/** Validates a note's declaration; warnings are about its date. @param today the date in Romania, `YYYY-MM-DD` */
export const validateDeclaration = (declaration: TransportDeclaration, today: string): TransportValidation => ({
  ...validateMessage({ kind: 'notification', declaration }),
  warnings: timeWarnings(declaration, today),
});

const schemaFindings = (message: TransportMessage): TransportFinding[] =>
  schemaViolations(messageTree(message)).map(({ field, message: text }) => ({
    rule: 'XSD',
    message: text,
    severity: 'fatal',
    field,
  }));

/** The lines of `etransportErrorMessage`: `[BR-207] Line 1: Set the net weight in kilograms.` */
export const errorLines = (errors: readonly TransportFinding[]): string =>
  errors.map(({ rule, message }) => `[${rule}] ${message}`).join('\n');
