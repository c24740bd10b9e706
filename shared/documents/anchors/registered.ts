import { formatNumber, type Series } from '#shared/records/catalogue/series/store.ts';
import { numberGuardKey, type TakenNumber } from '#shared/documents/common/numbering.ts';
import { NUMBERED } from '#shared/model/kinds.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';

/**
 * The hashes that numbers of a series have in its register. Read by the keys of the numbers, which is strongly consistent: the index of
 * the register may lack a number that was just taken.
 */
export async function registeredHashes(
  company: CompanyId,
  series: Series,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  const keys = sequences.map(sequence =>
    companyKey(company, numberGuardKey(NUMBERED[series.type], formatNumber(series, sequence))),
  );
  const found = await getItems<Item & { row: TakenNumber }>(keys);
  return new Map(sequences.flatMap((sequence, place) => (found[place] ? [[sequence, found[place].row.hash]] : [])));
}
