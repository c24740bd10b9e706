import { auditedKind } from '../documents/audited-kind.ts';
import { OUTSIDE, PROFORMA_ITEMS } from './read.ts';

/** Proformas for the auditor of their series. */
export const auditedProformas = auditedKind(PROFORMA_ITEMS, OUTSIDE);
