import { counterWrites } from '#shared/documents/common/counters.ts';
import type { DocumentType } from '#shared/documents/common/definition.ts';
import { indexKeys } from '#shared/documents/common/list-partitions.ts';
import { CONVERTIBLE_COUNTERS } from '#shared/documents/lists/convertible.ts';
import { goneWrite } from '#shared/documents/lists/gone.ts';
import { convertibleRow } from '#shared/model/convertible/document.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { PROFORMA_ITEMS, OUTSIDE, type ProformaParts } from './read.ts';
import { PROFORMA_STATES } from './states.ts';

/** What proformas define for the code that is shared by all kinds of documents. */
export const PROFORMAS: DocumentType<ProformaParts> = {
  ...PROFORMA_ITEMS,
  kindOf: () => KINDS.proforma,
  row: convertibleRow,
  indexKeys: proforma => indexKeys(KINDS.proforma, proforma),
  chain: { outside: OUTSIDE },
  states: () => PROFORMA_STATES,
  alongside: changes => [
    ...counterWrites(KINDS.proforma, CONVERTIBLE_COUNTERS, changes),
    ...changes.flatMap(({ before, after }) => (before && !after ? [goneWrite(KINDS.proforma, before.companyId, before.id)] : [])),
  ],
  removedWith: () => [],
};
