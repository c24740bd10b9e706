import { auditedKind } from '#shared/documents/common/audited-kind.ts';
import { OUTSIDE, PROFORMA_ITEMS } from './read.ts';

/** Lets the audit of series read proformas. */
export const auditedProformas = auditedKind(PROFORMA_ITEMS, OUTSIDE);
