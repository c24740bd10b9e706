import * as z from 'zod';
import { type Organization } from '../../access/model.ts';
import { shownInstantOrNull } from '../../kernel/clock.ts';
import { recordShape, shownRecord } from '../../kernel/records.ts';
import { bestFor, isValid, type TaxauthToken } from '../../taxauth/connections/token.ts';
import { MODULES } from './input.ts';
import type { Company } from '../../model/company.ts';

const word = z.string().nullable();

export const companySchema = z.object({
  ...recordShape,
  name: z.string(),
  cif: z.string(),
  registrationNumber: word,
  vatPayer: z.boolean(),
  vatCode: word,
  address: word,
  city: word,
  state: word,
  country: z.string(),
  sector: word,
  phone: word,
  email: word,
  website: word,
  capitalSocial: word,
  vatOnCollection: z.boolean(),
  oss: z.boolean(),
  taxExemptionReason: word,
  taxExemptionReasonCode: word,
  bankName: word,
  bankAccount: word,
  bankBic: word,
  defaultCurrency: z.string(),
  logoPath: word,
  syncEnabled: z.boolean(),
  lastSyncedAt: word,
  syncDaysBack: z.number(),
  efacturaDelayHours: z.number().nullable(),
  archiveEnabled: z.boolean(),
  archiveRetentionYears: z.number().nullable(),
  enabledModules: z.array(z.enum(MODULES)).nullable(),
  isReadOnly: z.boolean(),
  tokenStatus: z.object({ hasToken: z.boolean(), isValid: z.boolean(), expiresAt: word }),
  paymentProcessor: z.null(),
  organizationId: z.string(),
  plan: z.string(),
});

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
  const { version: _, deletedAt: __, ...fields } = company;
  const token = bestFor(tokens, company.cif);
  return {
    ...fields,
    ...shownRecord(company),
    lastSyncedAt: shownInstantOrNull(company.lastSyncedAt),
    enabledModules: company.enabledModules as ShownCompany['enabledModules'],
    tokenStatus: {
      hasToken: token !== undefined,
      isValid: token !== undefined && isValid(token),
      expiresAt: shownInstantOrNull(token?.expiresAt),
    },
    paymentProcessor: null,
    plan: organization.plan,
  };
}
