import { readCompany } from '#shared/platform/access/records.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { type CifLookup, cifKey } from '#shared/platform/access/company-store.ts';
import { companyRegistry } from '#shared/authority/registries/registry-http.ts';
import { RegistryLimited, RegistryUnavailable } from '#shared/authority/registries/company-registry.ts';
import { notAsked } from '#shared/authority/registries/lookups.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { type Commit, put, retryOnContention } from '#shared/platform/store/transact.ts';
import { hasAccess } from './authority-client.ts';
import { openToken } from './find-connection.ts';
import { ownToken, tokenItem } from './store.ts';
import { membershipFor } from './rules.ts';
import type { TaxauthToken } from './model.ts';

export interface CifValidation {
  valid: boolean;
  cif: string;
  errors: string[];
}

/**
 * Asks the authority whether a token gives access to a tax number. If so, it is added to the token's `validatedCifs`; if not, it is
 * removed from them.
 *
 * @throws 400 when the authority does not accept the token; 403; 404; 429; 503
 */
export async function validateCif(actor: Actor, id: string, cif: string, commit: Commit<CifValidation>): Promise<CifValidation> {
  const first = await ownToken(actor, id);
  const errors = await violations(actor, first, cif);
  const result: CifValidation = { valid: errors.length === 0, cif, errors };
  return retryOnContention(async attempt => {
    const token = attempt === 0 ? first : await ownToken(actor, id);
    const others = token.validatedCifs.filter(one => one !== cif);
    const validatedCifs = result.valid ? [...others, cif] : others;
    const after: TaxauthToken = { ...token, version: token.version + 1, validatedCifs, updatedAt: instant() };
    const write = put(tokenItem(after), {
      expression: '#version = :version',
      names: { '#version': 'version' },
      values: { ':version': token.version },
    });
    return commit([write], result);
  });
}

async function violations(actor: Actor, token: TaxauthToken, cif: string): Promise<string[]> {
  if (!(await isOurs(actor, token.organizationId, cif)))
    return [`The organization has no company with the tax number ${cif} that you can access.`];
  const [known, access] = await Promise.all([isKnown(cif), openToken(token).then(value => hasAccess(value, cif))]);
  return [
    ...(known ? [] : [`The company register does not know the tax number ${cif}.`]),
    ...(access ? [] : [`The token has no e-invoice access for the tax number ${cif}.`]),
  ];
}

async function isOurs(actor: Actor, organizationId: string, cif: string): Promise<boolean> {
  const lookup = await getItem<Item & { data: CifLookup }>(cifKey(organizationId, { cif }));
  const company = lookup && (await readCompany(lookup.data.companyId));
  return membershipFor(actor, company) !== undefined;
}

/** Whether the company register has the tax number; true also without a register and while it is unavailable. */
async function isKnown(cif: string): Promise<boolean> {
  try {
    const registry = companyRegistry();
    return registry === null || (await registry.find(cif)) !== null;
  } catch (error) {
    if (error instanceof RegistryLimited) throw notAsked(error);
    if (error instanceof RegistryUnavailable) return true;
    throw error;
  }
}
