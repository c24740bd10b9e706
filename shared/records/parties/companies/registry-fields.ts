import type { Company } from '#shared/model/company.ts';
import type { RegistryEntry } from '#shared/authority/registries/company-registry.ts';

/** The fields of a company that the company register provides. */
export const registryFields = (entry: RegistryEntry): Partial<Company> => ({
  name: entry.name,
  registrationNumber: entry.registrationNumber,
  vatPayer: entry.vatPayer,
  vatCode: entry.vatCode,
  vatOnCollection: entry.vatOnCollection,
  ...(entry.vatPeriods && { vatStatus: entry.vatPeriods }),
  address: entry.address,
  city: entry.city,
  state: entry.county,
  country: entry.country,
  sector: entry.sector,
});

/**
 * The company updated from the register. A registration number or address that the register lacks stays as entered by users; VAT
 * code and sector (of Bucharest) are cleared, because for these a missing value means that the company has none. Pure.
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
