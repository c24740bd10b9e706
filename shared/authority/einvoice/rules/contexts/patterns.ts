import { CODE, CURRENT_CODE } from './codes.ts';
import { RO } from './ro.ts';
import { SYNTAX } from './ubl.ts';
import { MODEL } from './en16931.ts';
import type { Context } from '../types.ts';

/**
 * The official sets (Schematron) group their contexts into patterns. In each pattern only the first context that matches an
 * element applies to it, so the order of contexts is part of the rules.
 */

/** The patterns of the authority's set, each with its contexts in order; EN 16931 1.3.16 has no rules for the last (CIUS-RO). */
export const PATTERNS: readonly (readonly Context[])[] = [MODEL, SYNTAX, Object.values(RO)];

/**
 * Contexts of the rules on code lists. Those on attributes, and those of EN 16931 1.3.16 on amounts and quantities, are patterns
 * of their own, so that an element can match them besides the context of its own code.
 */
export const CODE_PATTERNS: readonly (readonly Context[])[] = [
  [CODE.currencyAttribute],
  [CODE.unitAttribute],
  Object.values(CURRENT_CODE),
  Object.values(CODE).filter(each => each !== CODE.currencyAttribute && each !== CODE.unitAttribute),
];
