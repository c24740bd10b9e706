import type { XmlElement } from '../xml/node.ts';
import { BR, BR_REPEATED } from './en16931/br.ts';
import { BR_CL } from './en16931/br-cl.ts';
import { BR_CO, BR_CO_DUE } from './en16931/br-co.ts';
import { BR_DEC } from './en16931/br-dec.ts';
import { BR_RO } from './cius-ro/br-ro.ts';
import { BR_RO_LENGTHS } from './cius-ro/br-ro-lengths.ts';
import { currentRules } from './current.ts';
import { BR_ISLANDS, BR_SPLIT, BR_VAT } from './en16931/br-vat.ts';
import { CODE_PATTERNS, PATTERNS } from './contexts/patterns.ts';
import type { Context, Rule } from './types.ts';
import { UBL_CR } from './ubl-syntax/ubl-cr.ts';
import { UBL_DT } from './ubl-syntax/ubl-dt.ts';
import { UBL_SR } from './ubl-syntax/ubl-sr.ts';

/** The official rule sets, indexed by the names of the elements to which their rules may apply. */

export const RULE_SET_NAMES = ['cius-ro-1.0.9', 'en16931-1.3.16'] as const;
export type RuleSetName = (typeof RULE_SET_NAMES)[number];

/** Contexts of one pattern with their rules, in order. */
type Candidates = readonly (readonly [Context, readonly Rule[]])[];

export interface RuleSet {
  rules: readonly Rule[];
  /** For each pattern, the contexts that may match the element, by its name and whether it has attributes. */
  contextsOf(element: XmlElement): readonly Candidates[];
}

const BASE = [...BR, ...BR_CO, ...BR_DEC, ...BR_VAT, ...BR_SPLIT, ...BR_CL, ...UBL_CR, ...UBL_DT, ...UBL_SR];

const TABLES: Record<RuleSetName, () => readonly Rule[]> = {
  'cius-ro-1.0.9': () => [...BASE, ...BR_REPEATED, ...BR_CO_DUE, ...BR_ISLANDS, ...BR_RO, ...BR_RO_LENGTHS],
  'en16931-1.3.16': () => currentRules(BASE),
};

const compiled = new Map<RuleSetName, RuleSet>();

/** The rule set of that name, compiled at its first use and cached. */
export function ruleSet(name: RuleSetName): RuleSet {
  let set = compiled.get(name);
  if (!set) compiled.set(name, (set = compile(TABLES[name]())));
  return set;
}

function compile(rules: readonly Rule[]): RuleSet {
  const byContext = new Map<Context, Rule[]>();
  for (const rule of rules) {
    const known = byContext.get(rule.context);
    if (known) known.push(rule);
    else byContext.set(rule.context, [rule]);
  }
  const patterns = [...PATTERNS, ...CODE_PATTERNS].map(contexts =>
    contexts.map(context => [context, byContext.get(context) ?? []] as const),
  );
  // Most elements have no attributes: the contexts that require one are not tried on them.
  const plain = remembered(name => candidatesFor(name, patterns.map(withoutAttribute)));
  const carrying = remembered(name => candidatesFor(name, patterns));
  return { rules, contextsOf: ({ name, attributes }) => (attributes.length === 0 ? plain(name) : carrying(name)) };
}

const withoutAttribute = (contexts: Candidates): Candidates => contexts.filter(([{ attribute }]) => attribute === undefined);

/** Names come from documents, so the cache of names needs a limit. */
const MOST_NAMES = 2000;

function remembered(find: (name: string) => readonly Candidates[]): (name: string) => readonly Candidates[] {
  const known = new Map<string, readonly Candidates[]>();
  return name => {
    let candidates = known.get(name);
    if (!candidates) {
      candidates = find(name);
      if (known.size < MOST_NAMES) known.set(name, candidates);
    }
    return candidates;
  };
}

function candidatesFor(name: string, patterns: readonly Candidates[]): readonly Candidates[] {
  return patterns
    .map(contexts =>
      contexts.filter(([{ elements }]) => (typeof elements === 'function' ? elements(name) : elements.includes(name))),
    )
    .filter(contexts => contexts.some(([, rules]) => rules.length > 0));
}
