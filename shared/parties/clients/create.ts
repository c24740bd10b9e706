import { log } from '../../kernel/log.ts';
import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { createWrites } from '../../store/listed.ts';
import type { CompanyId } from '../../store/table.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import type { ClientInput } from './input.ts';
import { completed, inRegistry, newClient, requireAddress } from './rules.ts';
import { clientNotification } from './notification.ts';
import { checkedVat } from './vat.ts';
import { type Client, clients, findClientByCui } from './store.ts';
import { companyRegistry } from '../../registries/registry-http.ts';
import { type RegistryEntry, RegistryUnavailable } from '../../registries/company-registry.ts';

export interface CreatedClient {
  client: Client;
  /** Whether the company register confirmed it. */
  taxauthValidated: boolean;
  /** The company had it already: nothing changed. */
  existing: boolean;
}

/**
 * Adds a client, completed from the registers where there are any; a tax number that the company has already gives that client.
 *
 * @param known the client with the tax number, as read before.
 * @throws 422 for an incomplete address.
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
 * Adds a client by its tax number alone. The register's failure does not stand in the way: the client is then named as given,
 * or after its number.
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
    // Somebody else may just have taken the tax number: then theirs is the client.
    const other = attempt > 0 && client.cui !== null ? await findClientByCui(company, client.cui) : undefined;
    if (other) return alreadyThere(other);
    return commit([...createWrites(clients, company, client), clientNotification('client.created', company, client)], {
      client,
      taxauthValidated,
      existing: false,
    });
  });
}

/** What the register knows; undefined when it knows nothing, fails, or there is none. */
async function askRegistry(cui: string): Promise<RegistryEntry | undefined> {
  try {
    return (await companyRegistry()?.find(cui.replace(/\D/g, ''))) ?? undefined;
  } catch (error) {
    if (!(error instanceof RegistryUnavailable)) throw error;
    log.warn('company register not available', { error: error.message });
    return undefined;
  }
}
