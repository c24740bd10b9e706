import type { XmlElement } from '../xml/node.ts';
import type { Facts } from './facts.ts';

export type Severity = 'fatal' | 'warning';

/** Something the official rules have against a UBL document. */
export interface Finding {
  /** Official rule id; `engine` where the official set cannot compute a rule and so refuses the document; `XML` if unreadable. */
  rule: string;
  severity: Severity;
  /** What to change. */
  message: string;
  /** Business term or group of EN 16931 concerned (`BT-1`, `BG-4`), null where there is none. */
  businessTerm: string | null;
  /** The element judged. */
  xpath: string;
}

/** Elements that a rule judges. In each pattern only the first context that takes an element applies to it. */
export interface Context {
  /** Names of the elements it may take, or what decides by the name. */
  readonly elements: readonly string[] | ((name: string) => boolean);
  /** An attribute without which it takes no element. */
  readonly attribute?: string;
  /** Further conditions. A condition that cannot be computed is not met. */
  readonly takes?: (element: XmlElement, facts: Facts) => boolean;
}

/** One rule of the official set: what it is called, what it is about, when it holds, and what to do where it does not. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly businessTerm: string | null;
  readonly context: Context;
  readonly message: string;
  /** Whether the element satisfies the rule. Throws `Undecidable` where the official set fails to compute it. */
  readonly holds: (element: XmlElement, facts: Facts) => boolean;
  /** The element that breaks the rule, where it is not the one judged. */
  readonly offender?: (element: XmlElement, facts: Facts) => XmlElement | undefined;
}

type Holds = Rule['holds'];

/** Rules of one context, written as `[id, business term, message, condition]`. Fatal unless said otherwise. */
export const rules = (context: Context, entries: readonly (readonly [string, string | null, string, Holds])[]): Rule[] =>
  entries.map(([id, businessTerm, message, holds]) => ({ id, severity: 'fatal', businessTerm, context, message, holds }));

/** The same rules as warnings. */
export const asWarnings = (list: readonly Rule[]): Rule[] => list.map(rule => ({ ...rule, severity: 'warning' }));
