import { describe, expect, it } from 'vitest';
import type { Company } from '#shared/model/company.ts';
import { refreshed } from '#shared/records/parties/companies/registry-fields.ts';
import type { RegistryEntry } from '#shared/authority/registries/company-registry.ts';

describe('fields that the register leaves open', () => {
  const entry: RegistryEntry = {
    cif: '1',
    name: 'N',
    registrationNumber: null,
    address: null,
    city: null,
    county: null,
    sector: null,
    postalCode: null,
    country: 'RO',
    phone: '0800',
    vatPayer: false,
    vatOnCollection: false,
    vatCode: null,
  };
  it.each([
    ['registrationNumber', 'J1/2/2020', 'J1/2/2020'],
    ['address', 'Strada', 'Strada'],
    ['city', 'Iași', 'Iași'],
    ['state', 'IAȘI', 'IAȘI'],
    ['phone', '0700', '0700'],
    ['vatCode', 'RO1', null],
    ['sector', '6', null],
    ['vatPayer', true, false],
  ] as const)('%s: %s becomes %s', (field, typedValue, kept) => {
    expect(refreshed({ [field]: typedValue } as unknown as Company, entry)).toMatchObject({ [field]: kept, name: 'N' });
  });
});
