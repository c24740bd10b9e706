import * as z from 'zod';
import { convertibleList } from '../lists/convertible.ts';
import type { ListDefinition } from '../lists/definition.ts';
import { convertibleParameters, inOrder, NOT_IN_ORDER } from '../lists/query.ts';
import type { ConvertibleRow } from '../model/convertible/document.ts';
import { KINDS } from '../model/kinds.ts';
import { PROFORMA_STATUSES } from '../model/convertible/proforma.ts';

/** The list of proformas (completions-documents §4). */

export const proformaListQuery = z.object(convertibleParameters(PROFORMA_STATUSES)).refine(inOrder, NOT_IN_ORDER);
export type ProformaListQuery = z.output<typeof proformaListQuery>;

export const PROFORMA_LIST: ListDefinition<ConvertibleRow, ProformaListQuery, undefined> = convertibleList(KINDS.proforma);
