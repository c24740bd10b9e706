import { log } from '#shared/base/kernel/log.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { createWrites } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import type { ClientInput } from './input.ts';
import { completed, inRegistry, newClient, requireAddress } from './rules.ts';
import { clientNotification } from './notification.ts';
import { checkedVat } from './vat.ts';
import { type Client, clients, findClientByCui } from './store.ts';
import { companyRegistry } from '#shared/authority/registries/registry-http.ts';
import { type RegistryEntry, RegistryUnavailable } from '#shared/authority/registries/company-registry.ts';

export interface CreatedClient {
  client: Client;
  /** Whether the company register has an entry for its tax number. */
  taxauthValidated: boolean;
  /** The company already had a client with this tax number; nothing was changed. */
  existing: boolean;
}

/**
 * Adds a client, completed with data of the company register and checked in the EU VAT register. If the company already has a
 * client with the tax number, that client is returned.
 *
 * @param known the existing client with the tax number, if there is one
 * @throws 422 for an incomplete address
 */
export async function createClient(
  company: CompanyId,
  known: Client | undefined,
  body: ClientInput,
  commit: Commit<CreatedClient>,
): Promise<CreatedClient> {
  if (known) return alreadyThere(known);
  const input = completed(body, null);
  const draft = newClient(input, undefined, newId(), instant());
  const entry = inRegistry(draft) ? await askRegistry(draft.cui ?? '') : undefined;
  const client = entry ? newClient(input, entry, draft.id, draft.createdAt) : draft;
  requireAddress(client);
  return insertClient(company, await checkedVat(client), entry !== undefined, commit);
}

/**
 * Adds a client by its tax number only. If the company register fails or has no entry, the client is added with the name of the
 * request, or with a name made from the number.
 */
export async function createClientFromRegistry(
  company: CompanyId,
  known: Client | undefined,
  { cui, name }: { cui: string; name?: string | null | undefined },
  commit: Commit<CreatedClient>,
): Promise<CreatedClient> {
  if (known) return alreadyThere(known);
  const entry = await askRegistry(cui);
  const input = { name: entry?.name ?? name ?? `CUI ${cui}`, cui };
  const client = newClient(input, entry, newId(), instant());
  return insertClient(company, entry ? { ...client, source: 'taxauth' } : client, entry !== undefined, commit);
}

const alreadyThere = (client: Client): CreatedClient => ({ client, taxauthValidated: false, existing: true });

function insertClient(
  company: CompanyId,
  client: Client,
  taxauthValidated: boolean,
  commit: Commit<CreatedClient>,
): Promise<CreatedClient> {
  return retryOnContention(async attempt => {
    // A concurrent request may have added a client with this tax number; that client is returned then.
    const other = attempt > 0 && client.cui !== null ? await findClientByCui(company, client.cui) : undefined;
    if (other) return alreadyThere(other);
    return commit([...createWrites(clients, company, client), clientNotification('client.created', company, client)], {
      client,
      taxauthValidated,
      existing: false,
    });
  });
}

/** The register's entry; undefined when it has none, fails, or is not configured. */
async function askRegistry(cui: string): Promise<RegistryEntry | undefined> {
  try {
    return (await companyRegistry()?.find(cui.replace(/\D/g, ''))) ?? undefined;
  } catch (error) {
    if (!(error instanceof RegistryUnavailable)) throw error;
    log.warn('company register not available', { error: error.message });
    return undefined;
  }
}
