import type { TransportDeclaration, TransportDocument, TransportGoods } from '../../model/transport.ts';
import type { TransportMessage } from '../message.ts';

/** A violation in a message, located by the request field that it comes from. */
export interface TransportFinding {
  /** The authority's rule id; `XSD` for its schema; `UIT` for what the law says of an identifier's time. */
  rule: string;
  severity: 'fatal' | 'warning';
  /** What to change. */
  message: string;
  /** The field's path in the request (`lines.0.tariffCode`); `company` for the company's own record, null where there is none. */
  field: string | null;
}

/** When a rule is asked: with the fields (completions-documents §6.4), or after the XML schema, as part of the authority's Schematron. */
export type Stage = 'fields' | 'schematron';

type Condition<Subject, Whole> = (subject: Subject, whole: Whole) => boolean;

/** One rule: what it is called, what it is about, when it holds, and what to do where it does not. */
export interface Rule<Subject, Whole = TransportDeclaration> {
  readonly id: string;
  readonly stage: Stage;
  /** The field of the request; of lines, without their position. */
  readonly field: string;
  readonly message: string;
  readonly holds: Condition<Subject, Whole>;
  /**
   * When the authority's Schematron 2.0.2 lets the message through, where that is not when `holds` does: it asks less in places (patterns
   * without anchors). `never asked`: it has no such rule, or one that it never comes to.
   */
  readonly official: 'the same' | 'never asked' | Condition<Subject, Whole>;
}

export type DeclarationRule = Rule<TransportDeclaration>;
export type GoodsRule = Rule<TransportGoods>;
export type DocumentRule = Rule<TransportDocument>;
/** A rule on a message that names an identifier: the correction of a declaration too. */
export type MessageRule = Rule<TransportMessage, TransportMessage>;

/** A rule of which the Schematron has the same. */
export const rule = <Subject, Whole = TransportDeclaration>(
  stage: Stage,
  id: string,
  field: string,
  message: string,
  holds: Condition<Subject, Whole>,
): Rule<Subject, Whole> => ({ id, stage, field, message, holds, official: 'the same' });

/** A rule of which the Schematron asks less. */
export const stricter = <Subject, Whole = TransportDeclaration>(
  stage: Stage,
  id: string,
  field: string,
  message: string,
  holds: Condition<Subject, Whole>,
  official: Condition<Subject, Whole>,
): Rule<Subject, Whole> => ({ id, stage, field, message, holds, official });

/** A rule under one of the authority's ids that its Schematron does not ask. */
export const own = <Subject, Whole = TransportDeclaration>(
  stage: Stage,
  id: string,
  field: string,
  message: string,
  holds: Condition<Subject, Whole>,
): Rule<Subject, Whole> => ({ id, stage, field, message, holds, official: 'never asked' });
