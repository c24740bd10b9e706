import type { Field } from '#shared/documents/common/csv-import/file.ts';
import { columnsOf } from '#shared/documents/common/csv-import/file.ts';
import { eachOf } from '#shared/documents/common/csv-import/outcome.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { clientNumberWarnings } from '#shared/model/codes/check-digits.ts';
import { type ClientInput, newClientBody } from '#shared/records/parties/clients/input.ts';
import { clientNotification } from '#shared/records/parties/clients/notification.ts';
import { completed, newClient, requireAddress } from '#shared/records/parties/clients/rules.ts';
import {
  type Client,
  clients,
  type ClientStats,
  comparedCui,
  findClientByCui,
  readClient,
} from '#shared/records/parties/clients/store.ts';
import { createWrites, listedRows } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { alreadyThere, keyOf, type Keys, mainKey, nameKey } from './known.ts';
import { placesOf } from './places.ts';
import { checkedRows, type Made, type Plan, type Planned, type Planning, refusal, skippedFor, wouldMake } from './plan.ts';
import { onceMore } from './once-more.ts';

/** The import of clients (IMP-6, IMP-7). */

const TEXTS = [
  ...['type', 'name', 'cui', 'cif', 'cnp', 'vatCode', 'registrationNumber', 'address', 'city', 'county', 'postalCode', 'country'],
  ...['email', 'phone', 'bankName', 'bankAccount', 'contactPerson', 'clientCode', 'idNumber', 'notes', 'currency'],
];

export const CLIENT_COLUMNS = columnsOf([
  ...TEXTS.map((name): Field => [name, name, 'text']),
  ...['isVatPayer', 'isAffiliated', 'sendPersonalNumber'].map((name): Field => [name, name, 'yes']),
  ['defaultPaymentTermDays', 'defaultPaymentTermDays', 'whole'],
]);

type Known = Pick<Client, 'name' | 'cui' | 'cnp' | 'clientCode' | 'address' | 'city'>;

/** By what a client is known: tax number, personal number, code in the company's books; else by name and address. Pure. */
export const clientKeys = ({ name, cui, cnp, clientCode, address, city }: Known): Keys => ({
  strong: [
    ...(cui ? [keyOf('tax number', comparedCui(cui))] : []),
    ...(cnp ? [keyOf('personal number', cnp)] : []),
    ...(clientCode ? [keyOf('code', clientCode)] : []),
  ],
  weak: nameKey(name, address, city),
});

const allKeys = (client: Known): string[] => {
  const { strong, weak } = clientKeys(client);
  return [...strong, weak];
};

/** What is the same of two clients, for people. */
const sameness = (key: string): string => {
  const [what] = JSON.parse(key) as string[];
  return what === 'name' ? 'name and address' : (what ?? '');
};

/** Plans a file of clients. The registers are not asked: what a file of 500 rows states is taken as it is. */
export async function planClients(planning: Planning): Promise<Plan> {
  const { company, columns } = planning;
  const checked = checkedRows(planning, newClientBody, body => body['name']);
  const entries: { line: number; at: number; client: Client; keys: Keys }[] = [];
  const results: Planned[] = checked.map(({ row, blank, value }, at) => {
    if (value === null) return blank;
    try {
      const client = drafted(value);
      entries.push({ line: row.line, at, client, keys: clientKeys(client) });
      return wouldMake(blank, [...clientNumberWarnings({ ...client, cif: client.cui }), ...addressWarnings(client)]);
    } catch (error) {
      return refusal(error, blank, row, columns);
    }
  });
  const known = await knownClients(company, entries);
  const there = alreadyThere(entries, known);
  const added = entries.filter(entry => !there.has(entry));
  const places = await placesOf(
    clients,
    company,
    added.filter(({ client }) => client.cui === null).map(({ keys }) => mainKey(keys)),
    (client, key) => allKeys(client).includes(key),
  );
  for (const { entry, record, key, line } of there.values())
    results[entry.at] = skippedFor(
      { ...(results[entry.at] as Planned), warnings: [] },
      record
        ? `The company has the client ${record.name} with this ${sameness(key)} already.`
        : `The client is in line ${line} already: the ${sameness(key)} is the same.`,
      record?.id ?? null,
    );
  const steps = added.flatMap(({ at, client, keys }) => {
    const place = client.cui === null ? places.get(mainKey(keys)) : { id: newId(), record: undefined };
    if (!place || place.record) {
      results[at] = skippedFor(
        { ...(results[at] as Planned), warnings: [] },
        'The company has the client already.',
        place?.record?.id ?? null,
      );
      return [];
    }
    const { id: _id, createdAt: _created, updatedAt: _updated, ...content } = client;
    return [{ rows: [at], content, make: () => makeClient(company, { ...client, id: place.id }) }];
  });
  return { rows: results, steps, sums: [] };
}

/** A company of Romania may lack its address, which the register would have; its documents cannot be issued without. */
const addressWarnings = ({ country, address, city, county }: Client): string[] => {
  const missing = Object.entries({ address, city, county }).flatMap(([name, value]) => (value === null ? [name] : []));
  return country === 'RO' && missing.length > 0 ? [`${missing.join(', ')}: missing, and documents to the client need it.`] : [];
};

/** @throws 422 for an incomplete address */
function drafted(body: ClientInput): Client {
  const client: Client = { ...newClient(completed(body, null), undefined, newId(), instant()), source: 'import' };
  requireAddress(client);
  return client;
}

/** The clients of the company by all their keys. The list may lack those of the last second; tax numbers are looked up besides. */
async function knownClients(company: CompanyId, entries: readonly { client: Client }[]): Promise<Map<string, Client>> {
  const numbers = [...new Set(entries.flatMap(({ client: { cui } }) => (cui === null ? [] : [comparedCui(cui)])))];
  const known = new Map<string, Client>();
  const add = (client: Client): void => {
    for (const key of allKeys(client)) if (!known.has(key)) known.set(key, client);
  };
  const [rows] = await Promise.all([
    listedRows<Client, ClientStats>(clients, company, {}),
    eachOf(numbers, async number => {
      const client = await findClientByCui(company, number);
      if (client) add(client);
    }),
  ]);
  for (const { record } of rows) add(record);
  return known;
}

/** One transaction. A client that another request has made in the meantime is skipped. */
const makeClient = (company: CompanyId, client: Client): Promise<Made> =>
  onceMore(
    async () => {
      await transact([...createWrites(clients, company, client), clientNotification('client.created', company, client)]);
      return { outcome: 'made', id: client.id, message: null };
    },
    async () => {
      const other = client.cui === null ? await readClient(company, client.id) : await findClientByCui(company, client.cui);
      return other && { outcome: 'skipped', id: other.id, message: `The company has the client ${other.name} already.` };
    },
  );
