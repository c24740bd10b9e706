import type * as z from 'zod';
import type { Organization } from '#shared/platform/access/model.ts';
import { presentInstantOrNull, today } from '#shared/base/kernel/clock.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import { bestFor, isValid, type TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';
import type { Company, RetentionSettings } from '#shared/model/company.ts';
import { vatStatusOn } from '#shared/model/vat/status.ts';
import type { companySchema } from './schema.ts';

export type ShownCompany = z.infer<typeof companySchema>;

/** The data of the organization that answers about companies show. */
export interface OrganizationParts {
  organization: Organization;
  /** Tokens of the organization's active members. */
  tokens: TaxauthToken[];
}

export type CompanyView = OrganizationParts & { company: Company };

/** The settings of a company, of which each is null in one that has chosen nothing. */
export const presentRetention = ({ retention }: Pick<Company, 'retention'>): RetentionSettings => ({
  draftMonths: retention?.draftMonths ?? null,
  documentYears: retention?.documentYears ?? null,
  clientMonths: retention?.clientMonths ?? null,
});

/** The periods of the VAT status; one without dates for a company that has none, by its flags. */
const presentPeriods = ({ vatStatus, vatPayer, vatOnCollection }: Company): ShownCompany['vatStatus'] =>
  vatStatus?.length
    ? vatStatus.map(({ from, to = null, registered, onCollection }) => ({ from, to, registered, onCollection }))
    : [{ from: null, to: null, registered: vatPayer, onCollection: vatOnCollection }];

const RULE_CONDITIONS = ['kind', 'vatRate', 'partnerId', 'productId', 'method', 'currency'] as const;

/** The rules of accounts, with the conditions that each has. */
const presentRules = ({ accountMapping }: Company): ShownCompany['accountMapping'] =>
  (accountMapping ?? []).map(({ use, account, ...conditions }) => {
    const stated = RULE_CONDITIONS.filter(name => conditions[name] !== undefined);
    const shown = stated.map(name => [name, name === 'vatRate' ? Number(conditions[name]) : conditions[name]]);
    return { use, account, ...Object.fromEntries(shown) };
  });

export function presentCompany({ company, organization, tokens }: CompanyView): ShownCompany {
  const status = vatStatusOn(company, today());
  const token = company.sandbox ? undefined : bestFor(tokens, company.cif);
  return {
    ...presentRecord(company),
    name: company.name,
    cif: company.cif,
    registrationNumber: company.registrationNumber,
    vatPayer: status.registered,
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
    vatOnCollection: status.onCollection,
    vatStatus: presentPeriods(company),
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
    retention: presentRetention(company),
    accountMapping: presentRules(company),
    closedUntil: company.closedUntil ?? null,
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
