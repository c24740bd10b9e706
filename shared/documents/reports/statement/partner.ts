import type { PartnerKind } from '#shared/model/ledger/statement.ts';
import { type Client, readClient } from '#shared/records/parties/clients/store.ts';
import { readSupplier, type Supplier } from '#shared/records/parties/suppliers/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The partner of a statement, as its record has it. */
export interface StatementPartner extends Pick<Client, 'id' | 'name' | 'registrationNumber' | 'address' | 'city' | 'county'> {
  postalCode: string | null;
  country: string;
  email: string | null;
  /** Tax number; the personal number of an individual is not printed. */
  taxNumber: string | null;
  isPerson: boolean;
}

const partnerOf = (record: Client | Supplier): StatementPartner => {
  const { id, name, registrationNumber, address, city, county, postalCode, country, email, vatCode, cui } = record;
  return {
    ...{ id, name, registrationNumber, address, city, county, postalCode, country, email },
    taxNumber: vatCode ?? cui,
    isPerson: 'type' in record && record.type === 'individual',
  };
};

/** The partner with this id, if it is not deleted. One read. */
export async function readPartner(company: CompanyId, of: PartnerKind, id: string): Promise<StatementPartner | undefined> {
  const record = await (of === 'client' ? readClient(company, id) : readSupplier(company, id));
  return record && partnerOf(record);
}
