import type * as z from 'zod';
import type { Organization } from '../../access/model.ts';
import { presentInstantOrNull } from '../../kernel/clock.ts';
import { presentRecord } from '../../kernel/records.ts';
import { bestFor, isValid, type TaxauthToken } from '../../taxauth/connections/model.ts';
import type { Company } from '../../model/company.ts';
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
  const { version: _, deletedAt: __, hasWebhooks: ___, registryRefreshedAt: ____, ...fields } = company;
  const token = bestFor(tokens, company.cif);
  return {
    ...fields,
    ...presentRecord(company),
    // Absent in records that are older than these fields.
    emailCc: company.emailCc ?? null,
    emailBcc: company.emailBcc ?? null,
    lastSyncedAt: presentInstantOrNull(company.lastSyncedAt),
    enabledModules: company.enabledModules as ShownCompany['enabledModules'],
    tokenStatus: {
      hasToken: token !== undefined,
      isValid: token !== undefined && isValid(token),
      expiresAt: presentInstantOrNull(token?.expiresAt),
    },
    paymentProcessor: null,
    plan: organization.plan,
  };
}
