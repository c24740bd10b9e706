import type * as z from 'zod';
import type { Organization } from '../../access/model.ts';
import { presentInstantOrNull } from '../../kernel/clock.ts';
import { presentRecord } from '../../kernel/records.ts';
import { bestFor, isValid, type TaxauthToken } from '../../taxauth/connections/model.ts';
import type { Company } from '../../model/company.ts';
import type { companySchema } from './schema.ts';

export type ShownCompany = z.infer<typeof companySchema>;

/** What of its organization a company shows. */
export interface OrganizationParts {
  organization: Organization;
  /** Tokens of the organization's active members. */
  tokens: TaxauthToken[];
}

/** A company with what it shows of its organization. */
export type CompanyView = OrganizationParts & { company: Company };

export function presentCompany({ company, organization, tokens }: CompanyView): ShownCompany {
  const { version: _, deletedAt: __, hasWebhooks: ___, registryRefreshedAt: ____, ...fields } = company;
  const token = bestFor(tokens, company.cif);
  return {
    ...fields,
    ...presentRecord(company),
    // Companies that were stored before they had these.
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
