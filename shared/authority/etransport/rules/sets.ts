import type { TransportDeclaration } from '#shared/model/transport.ts';
import type { TransportMessage } from '../message.ts';
import { CODE_RULES, DOCUMENT_RULES, GOODS_CODE_RULES } from './codes.ts';
import { GOODS_RULES } from './goods.ts';
import { CHANGE_RULES, HEAD_RULES, UIT_RULES } from './messages.ts';
import { PARTY_RULES, VEHICLE_RULES } from './parties.ts';
import { ROUTE_RULES } from './route.ts';
import type { DeclarationRule, GoodsRule, Rule, Stage, TransportFinding } from './types.ts';

/** All rules, by what they check: a declaration as a whole, each of its lines, each of its documents, and messages of any kind. */
export const DECLARATION_RULES: readonly DeclarationRule[] = [...PARTY_RULES, ...VEHICLE_RULES, ...ROUTE_RULES, ...CODE_RULES];
export const LINE_RULES: readonly GoodsRule[] = [...GOODS_RULES, ...GOODS_CODE_RULES];
export { DOCUMENT_RULES };
export const MESSAGE_RULES = [...UIT_RULES, ...CHANGE_RULES];

/**
 * Rules of the Schematron 2.0.2 that are not checked, because the XML writer cannot violate them: it writes one message of one kind
 * (BT-TY-005), `D` or nothing (BR-201), all times in the required format (BR-202, BR-203), and never `notificareAnterioara`
 * (BR-025). BT-TY-001 to 004 and 200 only determine the kind of a message.
 */
export const HELD_BY_THE_WRITER: readonly string[] = [
  ...['BT-TY-001', 'BT-TY-002', 'BT-TY-003', 'BT-TY-004', 'BT-TY-200'],
  ...['BT-TY-005', 'BR-025', 'BR-201', 'BR-202', 'BR-203'],
];

/** Which condition of the rules is evaluated: this service's, or that of the authority's Schematron. */
export type RuleVersion = 'ours' | 'official';

/** A violated rule, with the line that violates it. */
export interface Broken {
  rule: Pick<Rule<never, never>, 'id' | 'stage' | 'field' | 'message'>;
  /** Index of the line, from 0; null for a violation that is not in a line. */
  line: number | null;
}

/** All rules, of all stages, that a message violates. */
export function brokenRules(message: TransportMessage, version: RuleVersion = 'ours'): Broken[] {
  const found = MESSAGE_RULES.flatMap(rule => (holds(rule, message, message, version) ? [] : [{ rule, line: null }]));
  if (message.kind === 'notification') return [...found, ...brokenBy(message.declaration, version)];
  return [...HEAD_RULES.flatMap(rule => (holds(rule, message, message, version) ? [] : [{ rule, line: null }])), ...found];
}

function brokenBy(declaration: TransportDeclaration, version: RuleVersion): Broken[] {
  const breaks = <Subject>(rules: readonly Rule<Subject>[], subject: Subject, line: number | null): Broken[] =>
    rules.flatMap(rule => (holds(rule, subject, declaration, version) ? [] : [{ rule, line }]));
  return [
    ...breaks(DECLARATION_RULES, declaration, null),
    ...declaration.goods.flatMap((goods, line) => breaks(LINE_RULES, goods, line)),
    ...declaration.documents.flatMap(document => breaks(DOCUMENT_RULES, document, null)),
  ];
}

function holds<Subject, Whole>(rule: Rule<Subject, Whole>, subject: Subject, whole: Whole, version: RuleVersion): boolean {
  if (version === 'ours' || rule.official === 'the same') return rule.holds(subject, whole);
  return rule.official === 'never asked' || rule.official(subject, whole);
}

/** The findings for the violated rules of a stage. */
export const findingsOf = (broken: readonly Broken[], stage: Stage): TransportFinding[] =>
  broken
    .filter(({ rule }) => rule.stage === stage)
    .map(({ rule, line }) => ({
      rule: rule.id,
      message: line === null ? rule.message : `Line ${line + 1}: ${rule.message}`,
      severity: 'fatal',
      field: line === null ? rule.field : `lines.${line}.${rule.field}`,
    }));
