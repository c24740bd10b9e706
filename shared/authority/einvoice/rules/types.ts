import type { XmlElement } from '../xml/node.ts';
import type { Facts } from './facts.ts';

export type Severity = 'fatal' | 'warning';

/** A violation of an official rule in a UBL document. */
export interface Finding {
  /**
   * The official rule id; `engine` where a rule cannot be computed, so that the official processor rejects the document; `XML`
   * where the text is not well-formed; `XSD` for a violation of the UBL schema.
   */
  rule: string;
  severity: Severity;
  /** What to change in the document. */
  message: string;
  /** Business term or group of EN 16931 concerned (`BT-1`, `BG-4`), null where there is none. */
  businessTerm: string | null;
  /** The path of the element that violates the rule. */
  xpath: string;
}

/** The elements to which a rule applies. In each pattern only the first context that matches an element applies to it. */
export interface Context {
  /** The names of elements that it may match, or a test of the name. */
  readonly elements: readonly string[] | ((name: string) => boolean);
  /** An attribute that the element must have. */
  readonly attribute?: string;
  /** A further condition. One that cannot be computed counts as not met. */
  readonly takes?: (element: XmlElement, facts: Facts) => boolean;
}

/** One rule of an official set: the elements to which it applies, the condition, and the message for elements that violate it. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly businessTerm: string | null;
  readonly context: Context;
  readonly message: string;
  /** Whether the element satisfies the rule. @throws Undecidable where the official set fails to compute it */
  readonly holds: (element: XmlElement, facts: Facts) => boolean;
  /** The element to report, where it is not the one that the context matches. */
  readonly offender?: (element: XmlElement, facts: Facts) => XmlElement | undefined;
}

type Holds = Rule['holds'];

/** Fatal rules of one context, written as `[id, business term, message, condition]`. */
export const rules = (context: Context, entries: readonly (readonly [string, string | null, string, Holds])[]): Rule[] =>
  entries.map(([id, businessTerm, message, holds]) => ({ id, severity: 'fatal', businessTerm, context, message, holds }));

/** The same rules as warnings. */
export const asWarnings = (list: readonly Rule[]): Rule[] => list.map(rule => ({ ...rule, severity: 'warning' }));
