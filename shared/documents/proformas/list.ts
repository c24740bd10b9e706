import * as z from 'zod';
import { convertibleList } from '#shared/documents/lists/convertible.ts';
import type { ListDefinition } from '#shared/documents/lists/definition.ts';
import { convertibleParameters, inOrder, NOT_IN_ORDER } from '#shared/documents/lists/query.ts';
import type { ConvertibleRow } from '#shared/model/convertible/document.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { PROFORMA_STATUSES } from '#shared/model/convertible/proforma.ts';

/** The list of proformas (PRO-2). */

export const proformaListQuery = z.object(convertibleParameters(PROFORMA_STATUSES)).refine(inOrder, NOT_IN_ORDER);
export type ProformaListQuery = z.output<typeof proformaListQuery>;

export const PROFORMA_LIST: ListDefinition<ConvertibleRow, ProformaListQuery, undefined> = convertibleList(KINDS.proforma);
