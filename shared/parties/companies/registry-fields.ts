import type { Company } from '../../model/company.ts';
import type { RegistryEntry } from '../../registries/company-registry.ts';

/** What the register fills of a company. */
export const registryFields = (entry: RegistryEntry): Partial<Company> => ({
  name: entry.name,
  registrationNumber: entry.registrationNumber,
  vatPayer: entry.vatPayer,
  vatCode: entry.vatCode,
  vatOnCollection: entry.vatOnCollection,
  address: entry.address,
  city: entry.city,
  state: entry.county,
  country: entry.country,
  sector: entry.sector,
});

/**
 * A company as the register now has it. What the register leaves open of its number and seat stays as it was typed; the VAT code and
 * the sector of Bucharest go, because there the register's silence says that there is none. Pure.
 */
export function refreshed(company: Company, entry: RegistryEntry): Company {
  const { registrationNumber, address, city, county } = entry;
  return {
    ...company,
    ...registryFields(entry),
    registrationNumber: registrationNumber ?? company.registrationNumber,
    address: address ?? company.address,
    city: city ?? company.city,
    state: county ?? company.state,
  };
}
