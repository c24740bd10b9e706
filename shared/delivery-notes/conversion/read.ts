import { asConverted, type DeliveryNote } from '../../model/convertible/delivery-note.ts';
import type { PersonRef } from '../../model/document.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../../store/table.ts';

/** The record of a conversion of more notes than one transaction takes: whether it is decided (staged.ts). */
export interface StagedConversion {
  /** Of the invoice that it makes, too. */
  id: string;
  companyId: string;
  /** The notes, in the order of the request. */
  noteIds: string[];
  /** `preparing`: notes are being reserved. `committed`: the invoice is there, and the notes are to be converted. */
  state: 'preparing' | 'committed' | 'aborted';
  /** Of the conversion, as stored on the notes. */
  at: string;
  by: PersonRef | null;
}

export const conversionKey = (company: CompanyId, id: string): Key => companyKey(company, `CONVERSION#${id}`);

export const readConversion = async (company: CompanyId, id: string): Promise<StagedConversion | undefined> =>
  (await getItem<Item & { data: StagedConversion }>(conversionKey(company, id)))?.data;

/** A note as the conversion that has reserved it has decided: readers see all of its notes converted at one moment. */
export async function resolved<D extends DeliveryNote>(company: CompanyId, note: D): Promise<D> {
  if (!note.conversion) return note;
  const conversion = await readConversion(company, note.conversion.id);
  return conversion?.state === 'committed' ? asConverted(note, conversion.id, conversion.at) : note;
}
