import { asConverted, type DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';

/** The record of a bulk conversion that does not fit into one transaction, with its state (staged.ts). */
export interface StagedConversion {
  /** Also the id of the invoice that it creates. */
  id: string;
  companyId: CompanyId;
  /** The notes, in the order of the request. */
  noteIds: string[];
  /**
   * `preparing`: notes are being reserved. `committed`: the invoice exists, notes are being converted. `aborted`: notes are being
   * released.
   */
  state: 'preparing' | 'committed' | 'aborted';
  /** The time of the conversion, as stored in the notes. */
  at: string;
  by: PersonRef | null;
}

export const conversionKey = (company: CompanyId, id: string): Key => companyKey(company, `CONVERSION#${id}`);

export const readConversion = async (company: CompanyId, id: string): Promise<StagedConversion | undefined> =>
  (await getItem<Item & { data: StagedConversion }>(conversionKey(company, id)))?.data;

/**
 * The note, shown as converted if the conversion that has reserved it is committed: readers see all its notes converted at one
 * moment.
 */
export async function resolved<D extends DeliveryNote>(company: CompanyId, note: D): Promise<D> {
  if (!note.conversion) return note;
  const conversion = await readConversion(company, note.conversion.id);
  return conversion?.state === 'committed' ? asConverted(note, conversion.id, conversion.at) : note;
}
