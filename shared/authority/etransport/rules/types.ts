import type { TransportDeclaration, TransportDocument, TransportGoods } from '#shared/model/transport.ts';
import type { TransportMessage } from '../message.ts';

/** A violation in a message, located by the request field that it comes from. */
export interface TransportFinding {
  /** The authority's rule id; `XSD` for a violation of its schema; `UIT` for a warning about the transport date. */
  rule: string;
  severity: 'fatal' | 'warning';
  /** What to change. */
  message: string;
  /** The field's path in the request (`lines.0.tariffCode`); `company` for data of the company itself; null for no field. */
  field: string | null;
}

/** When a rule is checked: with the fields (TRN-21), or with the Schematron after the XML schema. */
export type Stage = 'fields' | 'schematron';

type Condition<Subject, Whole> = (subject: Subject, whole: Whole) => boolean;

/** A rule of the authority: its id, the field it checks, its condition, and the message for a violation. */
export interface Rule<Subject, Whole = TransportDeclaration> {
  readonly id: string;
  readonly stage: Stage;
  /** The field of the request; for lines, without `lines.<index>`. */
  readonly field: string;
  readonly message: string;
  readonly holds: Condition<Subject, Whole>;
  /**
   * The condition of the authority's Schematron 2.0.2, where it differs from `holds`: some of its rules accept more, because their
   * patterns lack anchors. `never asked`: it has no such rule, or never evaluates it.
   */
  readonly official: 'the same' | 'never asked' | Condition<Subject, Whole>;
}

export type DeclarationRule = Rule<TransportDeclaration>;
export type GoodsRule = Rule<TransportGoods>;
export type DocumentRule = Rule<TransportDocument>;
/** A rule on messages of any kind; most check the identifier (UIT) or the vehicle. */
export type MessageRule = Rule<TransportMessage, TransportMessage>;

/** Makes a rule whose condition is the same in the Schematron. */
export const rule = <Subject, Whole = TransportDeclaration>(
  stage: Stage,
  id: string,
  field: string,
  message: string,
  holds: Condition<Subject, Whole>,
): Rule<Subject, Whole> => ({ id, stage, field, message, holds, official: 'the same' });

/** Makes a rule that is stricter than the Schematron's, whose condition is `official`. */
export const stricter = <Subject, Whole = TransportDeclaration>(
  stage: Stage,
  id: string,
  field: string,
  message: string,
  holds: Condition<Subject, Whole>,
  official: Condition<Subject, Whole>,
): Rule<Subject, Whole> => ({ id, stage, field, message, holds, official });

/** Makes a rule that has one of the authority's ids, but that its Schematron does not check. */
export const own = <Subject, Whole = TransportDeclaration>(
  stage: Stage,
  id: string,
  field: string,
  message: string,
  holds: Condition<Subject, Whole>,
): Rule<Subject, Whole> => ({ id, stage, field, message, holds, official: 'never asked' });
