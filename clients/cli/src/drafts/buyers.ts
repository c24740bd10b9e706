import { ApiError, type components, type InvoicingClient, items, ok } from '../../../typescript/src/index.ts';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import type { Buyer } from './read.ts';

type Client = components['schemas']['ListedClient'];

/** Finds the ids of clients, each once, however many invoices name it. */
export type FindClient = (buyer: Buyer) => Promise<string>;

/**
 * Clients by tax number, or else by name.
 *
 * @param create whether one with a tax number that the company does not have is added, with the data of the register of companies
 */
export function clientFinder(api: InvoicingClient, create: boolean): FindClient {
  const known = new Map<string, Promise<string>>();
  return buyer => {
    const { cif, name = '' } = buyer;
    const key = cif === undefined ? `name ${folded(name)}` : `cif ${digitsOf(cif)}`;
    const id = known.get(key) ?? (cif === undefined ? byName(api, name) : byTaxNumber(api, cif, buyer, create));
    known.set(key, id);
    return id;
  };
}

async function byTaxNumber(api: InvoicingClient, cif: string, { name }: Buyer, create: boolean): Promise<string> {
  const digits = digitsOf(cif);
  const found = await matching(api, digits, client =>
    [client.cui, client.vatCode].some(one => one != null && digitsOf(one) === digits),
  );
  const [first, ...others] = found;
  if (others.length > 0) throw new CommandFailed(`${found.length} clients have the tax number ${cif}: use clientId.`, EXIT.usage);
  if (first) return first.id;
  if (!create)
    throw new CommandFailed(
      `There is no client with the tax number ${cif}: --create-clients adds it from the register of companies.`,
      EXIT.notFound,
    );
  await lookUp(api, cif, name);
  const body = { cui: cif, ...(name !== undefined && { name }) };
  return (await ok(api.POST('/api/v1/clients/from-registry', { body }))).client.id;
}

/** Without a name, a client is only added with that of the register. @throws CommandFailed when the register has no such company */
async function lookUp(api: InvoicingClient, cif: string, name: string | undefined): Promise<void> {
  try {
    await ok(api.GET('/api/v1/clients/taxauth-lookup', { params: { query: { cui: cif } } }));
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 404)
      throw new CommandFailed(
        `The register of companies has no tax number ${cif}: correct it, or add the client yourself.`,
        EXIT.notFound,
      );
    if (status !== 503 || name === undefined) throw error;
  }
}

async function byName(api: InvoicingClient, name: string): Promise<string> {
  const found = await matching(api, name, client => folded(client.name) === folded(name));
  const [first, ...others] = found;
  if (!first)
    throw new CommandFailed(`There is no client ${name}: add it, or give its tax number in the column cif.`, EXIT.notFound);
  if (others.length > 0) throw new CommandFailed(`${found.length} clients are called ${name}: use cif or clientId.`, EXIT.usage);
  return first.id;
}

async function matching(api: InvoicingClient, search: string, isIt: (client: Client) => boolean): Promise<Client[]> {
  const found: Client[] = [];
  for await (const client of items(api, '/api/v1/clients', { query: { search } })) if (isIt(client)) found.push(client);
  return found;
}

const digitsOf = (cif: string): string =>
  cif
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replace(/^RO(?=\d)/, '');

/** Names are the same in any case, with or without diacritics. */
const folded = (name: string): string => name.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
