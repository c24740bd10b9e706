import { ALLOCATION, allocationKeys } from '#shared/documents/fiscal/money-keys.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { ClientCredit } from '#shared/model/allocation/credit.ts';
import type { CreditSource } from '#shared/model/ledger/credit-movements.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { check, create, decidedOn, put, remove, type Write } from '#shared/platform/store/transact.ts';

/** Allocations: an item `ALLOCATION#<id>` each, by the day of their payment. The credit of a client: an item `CREDIT#<client>`. */

const CREDIT = 'CREDIT#';

type Stored<T> = Item & { data: T };

const allocationKey = (company: CompanyId, id: string): Key => companyKey(company, ALLOCATION + id);
const creditKey = (company: CompanyId, client: string): Key => companyKey(company, CREDIT + client);

/** An allocation; undefined when the company has none of this id. One read. */
export const readAllocation = async (company: CompanyId, id: string): Promise<Allocation | undefined> =>
  (await getItem<Stored<Allocation>>(allocationKey(company, id)))?.data;

/** The allocations of a period, or from a day on, in the order of their days. One query. */
export async function readAllocations(company: CompanyId, from: string, to?: string): Promise<Allocation[]> {
  const range = { partition: companyPartition(company), between: allocationKeys(from, to) };
  return (await queryItems<Stored<Allocation>>(range)).map(({ data }) => data);
}

/** The credit of a client; undefined without any. One read. */
export const readCredit = async (company: CompanyId, client: string): Promise<ClientCredit | undefined> =>
  (await getItem<Stored<ClientCredit>>(creditKey(company, client)))?.data;

const readCredits = async (company: CompanyId): Promise<ClientCredit[]> =>
  (await queryItems<Stored<ClientCredit>>({ partition: companyPartition(company), beginsWith: CREDIT })).map(({ data }) => data);

/** What credit is now, and the allocations from a day on. Two queries at the same time. */
export async function readCreditSource(company: CompanyId, from: string): Promise<CreditSource> {
  const [credits, allocations] = await Promise.all([readCredits(company), readAllocations(company, from)]);
  // What pays documents alone is on the account by its payments.
  return { credits, allocations: allocations.filter(({ credit, taken }) => taken.length > 0 || Number(credit) !== 0) };
}

/** The write of a new allocation; its condition fails when there is one of this id. */
export const allocationWrite = (company: CompanyId, allocation: Allocation): Write =>
  decidedOn(create({ ...allocationKey(company, allocation.id), kind: 'allocation', data: toPacked(allocation) }));

/** The write that removes an allocation; its condition fails when it is gone. */
export const allocationRemoval = (company: CompanyId, id: string): Write =>
  decidedOn(remove(allocationKey(company, id), { expression: 'attribute_exists(pk)' }));

/** The write that removes an allocation whose retention has ended. */
export const expiredAllocation = (company: CompanyId, id: string): Write => remove(allocationKey(company, id));

/** The condition that a client has no credit. */
export const noCredit = (company: CompanyId, client: string): Write =>
  check(creditKey(company, client), { expression: 'attribute_not_exists(pk)' });

/** The write of a client's credit, on the condition that it is still the one that was read. Nothing left: it is removed. */
export function creditWrite(company: CompanyId, before: ClientCredit | undefined, after: ClientCredit): Write {
  const key = creditKey(company, after.partner.id);
  const unchanged = before
    ? { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': before.version } }
    : { expression: 'attribute_not_exists(pk)' };
  const item = { ...key, kind: 'client-credit' as const, version: after.version, data: toPacked(after) };
  return decidedOn(after.lots.length === 0 ? remove(key, unchanged) : put(item, unchanged));
}
