import { counterWrites } from '../documents/counters.ts';
import type { DocumentType } from '../documents/definition.ts';
import { indexKeys } from '../documents/list-partitions.ts';
import { CONVERTIBLE_COUNTERS } from '../lists/convertible.ts';
import { goneWrite } from '../lists/gone.ts';
import { convertibleRow } from '../model/convertible/document.ts';
import { KINDS } from '../model/kinds.ts';
import type { Proforma } from '../model/convertible/proforma.ts';
import { companyScope } from '../store/table.ts';
import { PROFORMA_ITEMS, OUTSIDE, type StoredProforma } from './read.ts';
import { PROFORMA_STATES } from './states.ts';

/** What proformas define for the code that is shared by all kinds of documents. */
export const PROFORMAS: DocumentType<Proforma, StoredProforma> = {
  ...PROFORMA_ITEMS,
  kindOf: () => KINDS.proforma,
  row: convertibleRow,
  indexKeys: proforma => indexKeys(KINDS.proforma, proforma),
  chain: { outside: OUTSIDE },
  states: () => PROFORMA_STATES,
  alongside: changes => [
    ...counterWrites(KINDS.proforma, CONVERTIBLE_COUNTERS, changes),
    ...changes.flatMap(({ before, after }) =>
      before && !after ? [goneWrite(KINDS.proforma, companyScope(before.companyId), before.id)] : [],
    ),
  ],
  removedWith: () => [],
};
