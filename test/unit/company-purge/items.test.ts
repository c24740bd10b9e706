import { describe, expect, it } from 'vitest';
import { PURGE_RULES } from '#shared/app/company-purge/kinds.ts';
import { purgeItems } from '#shared/app/company-purge/items.ts';
import type { Company } from '#shared/model/company.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyKey, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { ITEM_KINDS, type ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

const KINDS = Object.keys(ITEM_KINDS) as ItemKind[];
const PURGED = KINDS.filter(kind => PURGE_RULES[kind] === 'purged');
const STAYS = KINDS.filter(kind => typeof PURGE_RULES[kind] === 'object' && 'stays' in PURGE_RULES[kind]);

/** A company with an item of every kind that may be in its partition, each several times, so that it has several pages. */
async function company(): Promise<Company> {
  const record = { id: newId(), organizationId: newId(), cif: '12345678' } as Company;
  const items = [...PURGED, ...STAYS].flatMap(kind =>
    [1, 2].map(place => put({ ...companyKey(record.id, `${kind}#${place}`), kind, data: { id: newId() } })),
  );
  while (items.length > 0) await transact(items.splice(0, 100));
  return record;
}

const kindsOf = async ({ id }: Company): Promise<ItemKind[]> => {
  const items = await queryItems<Item>({ partition: companyPartition(id) });
  return [...new Set(items.map(({ kind }) => kind))].toSorted();
};

const purge = (record: Company, goOn = () => true): Promise<boolean> => purgeItems(record.id, record, goOn);

describe("the items of a company's partition", () => {
  it('are deleted, every kind except those that stay; those of another company are kept', async () => {
    const [gone, other] = [await company(), await company()];
    expect(await purge(gone)).toBe(true);
    expect(await kindsOf(gone)).toEqual(STAYS.toSorted());
    expect(await kindsOf(other)).toEqual([...PURGED, ...STAYS].toSorted());
    // Another run removes nothing more.
    expect(await purge(gone)).toBe(true);
    expect(await kindsOf(gone)).toEqual(STAYS.toSorted());
  });

  it('are deleted page by page: a run that is stopped is continued, the secret last', async () => {
    const gone = await company();
    expect(await purge(gone, () => false)).toBe(false);
    const left = await kindsOf(gone);
    expect(left.length).toBeLessThan(PURGED.length + STAYS.length);
    expect(left).toContain('share-secret');
    let runs = 1;
    while (!(await purge(gone, () => false)) && runs < 10) runs++;
    expect(await purge(gone)).toBe(true);
    expect(await kindsOf(gone)).toEqual(STAYS.toSorted());
  });

  it('can be deleted by two runs at once', async () => {
    const gone = await company();
    expect(await Promise.all([purge(gone), purge(gone)])).toEqual([true, true]);
    expect(await kindsOf(gone)).toEqual(STAYS.toSorted());
  });

  it('are deleted one by one: none of them needs a transaction', async () => {
    const gone = await company();
    table.calls.length = 0;
    await purge(gone);
    expect(table.callsOf('TransactWriteItems')).toEqual([]);
    expect(table.callsOf('DeleteItem')).toHaveLength(2 * PURGED.length);
  });
});
