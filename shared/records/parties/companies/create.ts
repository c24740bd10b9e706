import { membershipKey, readCompany } from '#shared/platform/access/records.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { countCompany, readOrganization } from '#shared/platform/access/organization-plan.ts';
import { requireOwnKind } from '#shared/platform/access/actor.ts';
import { covers, reachesAllCompanies, reachOf } from '#shared/platform/access/permissions.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { badRequest, conflict, found, unavailable } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { Item, CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, create, put, retryOnContention, update, type Write } from '#shared/platform/store/transact.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';
import { hasTooManyCopies } from '#shared/output/mail/copies.ts';
import { type CompanyInput, tooManyCopies } from './input.ts';
import type { CompanyView } from './present.ts';
import { registryFields } from './registry-fields.ts';
import { restoreWrites } from './remove.ts';
import { seedWrites } from './seed.ts';
import { type CifLookup, cifItem, cifKey, companyItem, GRACE_SECONDS, inGrace } from '#shared/platform/access/company-store.ts';
import { periodErrors } from '#shared/model/vat/status.ts';
import type { Company, VatPeriod } from '#shared/model/company.ts';
import { notAsked } from '#shared/authority/registries/lookups.ts';
import { companyRegistry } from '#shared/authority/registries/registry-http.ts';
import { type RegistryEntry, RegistryLimited, RegistryUnavailable } from '#shared/authority/registries/company-registry.ts';

/**
 * Adds a company to the caller's current organization, with its series, VAT rates, templates and configuration, all in one
 * transaction. If a company with the tax number was deleted in the last five days, it is restored instead, provided that the caller
 * may delete companies and has access to it.
 *
 * @throws 403 for an API key of the other kind; 400 for a tax number that the register does not have, and for a missing name; 402 when the plan allows no more companies;
 * 404 without an organization; 409 when the organization has a company with the tax number (`details` has its id if the caller has
 * access to it), or three sandbox companies; 503 when the register cannot be reached and no name is given
 */
export async function createCompany(
  { membership: current, permissions, apiToken }: Pick<Actor, 'membership' | 'permissions' | 'apiToken'>,
  input: CompanyInput,
  commit: Commit<CompanyView>,
): Promise<CompanyView> {
  const membership = found(current ?? undefined, 'Organization');
  const { organizationId } = membership;
  const wanted = { cif: input.cif, ...sandboxOf(input) };
  requireOwnKind(apiToken, wanted);
  const taken = (companyId: CompanyId) => cifTaken(reaches(membership, companyId) ? companyId : undefined);
  let made: Company | undefined;
  return retryOnContention(async () => {
    const [organization, tokens, lookup] = await Promise.all([
      readOrganization(organizationId),
      readConnecting(organizationId),
      getItem<Item & { data: CifLookup }>(cifKey(organizationId, wanted)),
    ]);
    const view = (company: Company): CompanyView => ({ company, organization: organization.data, tokens });
    const known = lookup?.data;
    if (known && known.deletedAt === null) throw taken(known.companyId);
    const deleted = known?.deletedAt && inGrace(known.deletedAt) ? await readCompany(known.companyId) : undefined;
    if (deleted && deleted.deletedAt === null) throw taken(deleted.id);
    if (deleted) {
      if (!permissions.has('company.delete') || !reaches(membership, deleted.id)) throw cifTaken(undefined);
      const { writes, company } = restoreWrites(deleted, organization);
      return commit(writes, view(company));
    }
    if (hasTooManyCopies(input)) throw tooManyCopies();
    if (input.vatStatus) refuseDisorder(input.vatStatus);
    made ??= newCompany(organizationId, input, await askRegistry(input));
    return commit(
      [
        countCompany(organization, made),
        // The tax number must be free, or held by a deleted company that can no longer be restored.
        put(cifItem(made), known ? sameLookup(known) : { expression: 'attribute_not_exists(pk)' }),
        create(companyItem(made)),
        ...seedWrites(made.id, made.createdAt),
        ...reachedBy(membership, made.id),
      ],
      view(made),
    );
  });
}

/** @throws 400 for periods of the VAT status that are out of order */
function refuseDisorder(periods: readonly VatPeriod[]): void {
  const errors = periodErrors(periods);
  if (Object.keys(errors).length > 0) throw badRequest(`Invalid or missing: ${Object.keys(errors).join(', ')}.`, errors);
}

const reaches = ({ role, allowedCompanies }: Membership, companyId: CompanyId): boolean =>
  covers(reachOf(role, allowedCompanies), [companyId]);

/** @param companyId undefined if the caller has no access to the company */
const cifTaken = (companyId: CompanyId | undefined) =>
  conflict('The organization has a company with this tax number.', { reason: 'cif_taken', ...(companyId && { companyId }) });

const sameLookup = ({ companyId }: CifLookup) => ({
  expression: '#data.companyId = :company AND #data.deletedAt < :cutoff',
  names: { '#data': 'data' },
  values: { ':company': companyId, ':cutoff': instantIn(-GRACE_SECONDS) },
});

/** Gives the creator access to the new company, if the role of the member does not include all companies. */
function reachedBy(membership: Membership, companyId: CompanyId): Write[] {
  if (reachesAllCompanies(membership.role)) return [];
  return [
    update(membershipKey(membership.userId, membership.organizationId), {
      expression:
        'SET #data.allowedCompanies = list_append(#data.allowedCompanies, :more), #row.allowedCompanies = list_append(#row.allowedCompanies, :more)',
      names: { '#data': 'data', '#row': 'row' },
      values: { ':more': [companyId] },
      condition: 'attribute_exists(pk)',
    }),
  ];
}

/** The mark of a sandbox company. A real one has none, so that its record stays as it is. */
const sandboxOf = ({ sandbox }: Pick<CompanyInput, 'sandbox'>): Pick<Company, 'sandbox'> => (sandbox ? { sandbox } : {});

/** The register's entry; undefined when the input has a name and no register is configured, it cannot be reached, or the company is a sandbox. */
async function askRegistry(input: CompanyInput): Promise<RegistryEntry | undefined> {
  if (input.sandbox && input.name !== undefined) return undefined;
  const registry = companyRegistry();
  if (!registry) {
    if (input.name === undefined) throw badRequest('Invalid or missing: name.', { name: ['is required'] });
    return undefined;
  }
  try {
    const entry = await registry.find(input.cif);
    if (!entry) throw badRequest('Invalid or missing: cif.', { cif: ['is not known to the company register'] });
    return entry;
  } catch (error) {
    if (!(error instanceof RegistryUnavailable)) throw error;
    if (input.name === undefined)
      throw error instanceof RegistryLimited
        ? notAsked(error)
        : unavailable('The company register cannot be reached; give at least a name.', { retryAfter: 60, cause: error });
    return undefined;
  }
}

/** The new record. Each field is taken from the register's entry, else from the input, else it gets its default. */
function newCompany(organizationId: string, { sandbox, ...input }: CompanyInput, entry: RegistryEntry | undefined): Company {
  const at = instant();
  const byDefault: Company = {
    id: companyScope(newId()),
    organizationId,
    name: '',
    cif: input.cif,
    registrationNumber: null,
    vatPayer: false,
    vatCode: null,
    address: null,
    city: null,
    state: null,
    country: 'RO',
    sector: null,
    phone: null,
    email: null,
    website: null,
    capitalSocial: null,
    vatOnCollection: false,
    oss: false,
    taxExemptionReason: null,
    taxExemptionReasonCode: null,
    bankName: null,
    bankAccount: null,
    bankBic: null,
    defaultCurrency: 'RON',
    logoPath: null,
    syncEnabled: false,
    lastSyncedAt: null,
    syncDaysBack: 60,
    efacturaDelayHours: null,
    mailTracking: null,
    emailCc: null,
    emailBcc: null,
    archiveEnabled: false,
    archiveRetentionYears: 10,
    enabledModules: null,
    isReadOnly: false,
    ...sandboxOf({ sandbox }),
    deletedAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  return patched(patched(byDefault, input), entry ? registryFields(entry) : {});
}
