import type * as z from 'zod';
import type { Organization } from '#shared/platform/access/model.ts';
import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import { bestFor, isValid, type TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';
import type { Company } from '#shared/model/company.ts';
import type { companySchema } from './schema.ts';

export type ShownCompany = z.infer<typeof companySchema>;

/** The data of the organization that answers about companies show. */
export interface OrganizationParts {
  organization: Organization;
  /** Tokens of the organization's active members. */
  tokens: TaxauthToken[];
}

export type CompanyView = OrganizationParts & { company: Company };

export function presentCompany({ company, organization, tokens }: CompanyView): ShownCompany {
  const token = company.sandbox ? undefined : bestFor(tokens, company.cif);
  return {
    ...presentRecord(company),
    name: company.name,
    cif: company.cif,
    registrationNumber: company.registrationNumber,
    vatPayer: company.vatPayer,
    vatCode: company.vatCode,
    address: company.address,
    city: company.city,
    state: company.state,
    country: company.country,
    sector: company.sector,
    phone: company.phone,
    email: company.email,
    website: company.website,
    capitalSocial: company.capitalSocial,
    vatOnCollection: company.vatOnCollection,
    oss: company.oss,
    taxExemptionReason: company.taxExemptionReason,
    taxExemptionReasonCode: company.taxExemptionReasonCode,
    bankName: company.bankName,
    bankAccount: company.bankAccount,
    bankBic: company.bankBic,
    defaultCurrency: company.defaultCurrency,
    logoPath: company.logoPath,
    syncEnabled: company.syncEnabled,
    lastSyncedAt: presentInstantOrNull(company.lastSyncedAt),
    syncDaysBack: company.syncDaysBack,
    efacturaDelayHours: company.efacturaDelayHours,
    // Absent in records that are older than these two.
    emailCc: company.emailCc ?? null,
    emailBcc: company.emailBcc ?? null,
    mailTracking: company.mailTracking,
    archiveEnabled: company.archiveEnabled,
    archiveRetentionYears: company.archiveRetentionYears,
    enabledModules: company.enabledModules as ShownCompany['enabledModules'],
    isReadOnly: company.isReadOnly,
    sandbox: company.sandbox === true,
    tokenStatus: {
      // A sandbox company is connected to the simulator without one.
      hasToken: company.sandbox === true || token !== undefined,
      isValid: company.sandbox === true || (token !== undefined && isValid(token)),
      expiresAt: presentInstantOrNull(token?.expiresAt),
    },
    paymentProcessor: null,
    organizationId: company.organizationId,
    plan: organization.plan,
  };
}
