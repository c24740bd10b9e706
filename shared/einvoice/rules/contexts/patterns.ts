import { CODE, CURRENT_CODE } from './codes.ts';
import { RO } from './ro.ts';
import { SYNTAX } from './ubl.ts';
import { MODEL } from './en16931.ts';
import type { Context } from '../types.ts';

/**
 * The official sets group their contexts into patterns; in each pattern an element belongs to the first context that takes it
 * and to no other, so the order of contexts is part of the rules.
 */

/** The patterns of the authority's set, each with its contexts in order; the current set has no rules for the last. */
export const PATTERNS: readonly (readonly Context[])[] = [MODEL, SYNTAX, Object.values(RO)];

/**
 * Contexts of the code lists. Two are about attributes, so an element can be judged as itself and for its attributes: each
 * is a pattern of its own.
 */
export const CODE_PATTERNS: readonly (readonly Context[])[] = [
  [CODE.currencyAttribute],
  [CODE.unitAttribute],
  Object.values(CURRENT_CODE),
  Object.values(CODE).filter(each => each !== CODE.currencyAttribute && each !== CODE.unitAttribute),
];
