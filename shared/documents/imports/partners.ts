import { eachOf } from '#shared/documents/common/csv-import/outcome.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { type Client, clients, comparedCui, findClientByCui } from '#shared/records/parties/clients/store.ts';
import { findSupplierByCui, type Supplier, suppliers } from '#shared/records/parties/suppliers/store.ts';
import { listedRows } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The clients and suppliers that the rows of a file name (IMP-9). */

/** How a row names a partner: by tax number, else by code, else by name. */
export interface Naming {
  cif?: string | null | undefined;
  code?: string | null | undefined;
  name?: string | null | undefined;
}

export type PartnerRole = 'client' | 'supplier';
type Party = Client | Supplier;

/** Finds the partner of a row, or says what to change, by the column of the file. */
export type FindPartner = (role: PartnerRole, naming: Naming) => Party | { column: keyof Naming; message: string };

const asName = (name: string): string => collated(name).replaceAll(/\s+/g, ' ').trim();

const asCode = (code: string): string => code.toLowerCase();

/** The partners of a role by what rows compare: a file of 500 rows may name any of 10,000 clients. */
const listedBy = (parties: readonly Party[]) => ({
  name: Map.groupBy(parties, ({ name }) => asName(name)),
  code: Map.groupBy(
    parties.flatMap(one => ('clientCode' in one && one.clientCode !== null ? [one] : [])),
    ({ clientCode }) => asCode(clientCode ?? ''),
  ),
});

/**
 * Reads the partners of a company, as far as rows name them. Lists may lack those of the last second; tax numbers are looked up.
 *
 * @param named cells within the limits of their fields: what is longer is the name of no partner, and takes long to compare
 */
export async function partnerFinder(
  company: CompanyId,
  named: readonly { role: PartnerRole; naming: Naming }[],
): Promise<FindPartner> {
  const numbers = new Map<string, Party | undefined>();
  for (const { role, naming } of named) if (naming.cif) numbers.set(`${role} ${comparedCui(naming.cif)}`, undefined);
  const lists = { client: listedBy([]), supplier: listedBy([]) };
  const listed = (role: PartnerRole): boolean => named.some(one => one.role === role && !one.naming.cif);
  await Promise.all([
    eachOf([...numbers.keys()], async key => {
      const [role, number = ''] = key.split(' ');
      numbers.set(key, await (role === 'client' ? findClientByCui : findSupplierByCui)(company, number));
    }),
    ...[['client', clients] as const, ['supplier', suppliers] as const].map(async ([role, area]) => {
      if (listed(role)) lists[role] = listedBy((await listedRows<Party, unknown>(area, company, {})).map(({ record }) => record));
    }),
  ]);
  return (role, naming) => {
    const first = role === 'client' ? 'import the clients first' : 'add it with POST /api/v1/suppliers first';
    if (naming.cif)
      return (
        numbers.get(`${role} ${comparedCui(naming.cif)}`) ?? {
          column: 'cif',
          message: `is of no ${role} of the company: ${first}`,
        }
      );
    const column = naming.code ? 'code' : 'name';
    const value = naming[column] ?? '';
    if (value === '') return { column: 'cif', message: `is required, or ${role === 'client' ? 'code or ' : ''}name` };
    const found = lists[role][column].get(column === 'name' ? asName(value) : asCode(value)) ?? [];
    const [one] = found;
    if (!one) return { column, message: `is of no ${role} of the company: ${first}` };
    return found.length > 1 ? { column, message: `is that of ${found.length} ${role}s: state cif` } : one;
  };
}
