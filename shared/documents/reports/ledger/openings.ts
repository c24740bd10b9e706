import type { FiscalRole } from '#shared/model/fiscal/operations.ts';
import type { OpeningBalance } from '#shared/model/ledger/opening.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { create, put, remove, type Write } from '#shared/platform/store/transact.ts';

/** Opening balances of partners: an item `OPENING#<S or P>#<partner>#<currency>` for each. */

const PREFIX = 'OPENING#';
const LETTERS = { sale: 'S', purchase: 'P' } as const;

const keyOf = (
  company: CompanyId,
  { role, partner, currency }: Pick<OpeningBalance, 'role' | 'currency'> & { partner: { id: string } },
): Key => companyKey(company, `${PREFIX}${LETTERS[role]}#${partner.id}#${currency}`);

/** The opening balances of a company, or those of its clients or suppliers alone. One query. */
export const readOpenings = async (company: CompanyId, role?: FiscalRole): Promise<OpeningBalance[]> =>
  (
    await queryItems<Item & { data: OpeningBalance }>({
      partition: companyPartition(company),
      beginsWith: PREFIX + (role ? `${LETTERS[role]}#` : ''),
    })
  ).map(({ data }) => data);

/** The write that replaces an opening balance. */
export const openingWrite = (company: CompanyId, balance: OpeningBalance): Write =>
  put({ ...keyOf(company, balance), kind: 'opening-balance', data: toPacked(balance) });

/** The write of an opening balance that must not be there yet. */
export const openingCreation = (company: CompanyId, balance: OpeningBalance): Write =>
  create({ ...keyOf(company, balance), kind: 'opening-balance', data: toPacked(balance) });

/** The write that removes an opening balance. */
export const openingRemoval = (company: CompanyId, of: Parameters<typeof keyOf>[1]): Write => remove(keyOf(company, of));
