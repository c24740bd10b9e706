import { keyText } from '#shared/platform/store/key-text.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { remove, update, type Write } from '#shared/platform/store/transact.ts';
import { erasedKey, findSecret } from './erased-addresses.ts';
import type { DocumentEmail } from './model.ts';
import type { Signal } from './signals.ts';

/**
 * The suppression list of a company (OUT-57 to OUT-60): addresses that hard-bounced, or whose owners complained or
 * unsubscribed. One item for each, `C#<company>` / `NOMAIL#<address>`, in lower case; that of an erased person has a hash in place of the
 * address (erased-addresses.ts). A person who sends a mail can override a bounce
 * and an unsubscription (`force`), never a complaint. Automatic mails override nothing.
 *
 * A restriction (GDPR art. 18, OUT-106) is an item beside that one, `C#<company>` / `RESTRICTED#<address>`: it ends without touching what
 * else keeps the address from mails. Nothing overrides it.
 */
export interface SuppressedAddress {
  address: string;
  reason: 'bounce' | 'complaint' | 'unsubscribed' | 'restricted';
  at: string;
}

/** The item of an erased person does not state the address. */
type SuppressedItem = Item & { data: Omit<SuppressedAddress, 'address'> };

/**
 * Lower case, because servers change the case of addresses in their reports, and mailboxes that differ only in case do not occur in
 * practice.
 */
const normalised = (address: string): string => address.trim().toLowerCase();

const suppressedKey = (company: CompanyId, address: string): Key => companyKey(company, `NOMAIL#${keyText(normalised(address))}`);

const restrictedKey = (company: CompanyId, address: string): Key =>
  companyKey(company, `RESTRICTED#${keyText(normalised(address))}`);

/** The reasons that `force` does not override. */
const isFinal = ({ reason }: Pick<SuppressedAddress, 'reason'>): boolean => reason === 'complaint' || reason === 'restricted';

/**
 * The given addresses that are on the company's suppression list. Costs one round trip, and a second one at the first time in a process of a
 * stage that has erased people; three read units for each address.
 */
export async function suppressedAmong(company: CompanyId, addresses: readonly string[]): Promise<SuppressedAddress[]> {
  const asked = [...new Set(addresses.map(normalised))];
  if (asked.length === 0) return [];
  const keys = asked.flatMap(address => [suppressedKey(company, address), restrictedKey(company, address)]);
  const stated = getItems<SuppressedItem>(keys);
  const erased = findSecret().then(secret =>
    secret === undefined ? [] : getItems<SuppressedItem>(asked.map(address => erasedKey(company, secret, address))),
  );
  const [byAddress, byHash] = await Promise.all([stated, erased]);
  return asked.flatMap((address, place) => {
    const entries = [byAddress[2 * place], byAddress[2 * place + 1], byHash[place]];
    const found = entries.flatMap(item => (item ? [item.data] : []));
    // Of several entries, that counts which nothing overrides.
    const [entry] = found.toSorted((a, b) => Number(isFinal(b)) - Number(isFinal(a)));
    return entry ? [{ ...entry, address }] : [];
  });
}

/** Why an address is on the company's suppression list; undefined if it is not: for reminders and other automatic mails. */
export const suppressionOf = async (company: CompanyId, address: string): Promise<SuppressedAddress['reason'] | undefined> =>
  (await suppressedAmong(company, [address]))[0]?.reason;

/** Whether an address is on the company's suppression list. */
export const isSuppressed = async (company: CompanyId, address: string): Promise<boolean> =>
  (await suppressionOf(company, address)) !== undefined;

/** The listed addresses that a mail must not be sent to: `force` overrides neither complaints nor restrictions. Pure. */
export const refusedAmong = (listed: readonly SuppressedAddress[], force: boolean): SuppressedAddress[] =>
  listed.filter(entry => isFinal(entry) || !force);

/** Whether `force` overrides every reason. Pure. */
export const canBeForced = (refused: readonly SuppressedAddress[]): boolean => !refused.some(isFinal);

/** The entry of an address among the listed ones, regardless of case. Pure. */
export const entryOf = (listed: readonly SuppressedAddress[], address: string): SuppressedAddress | undefined =>
  listed.find(one => one.address === normalised(address));

/** Whether an address is among the listed ones, regardless of case. Pure. */
export const isAmong = (listed: readonly SuppressedAddress[], address: string): boolean => entryOf(listed, address) !== undefined;

/** The writes that add the addresses of a bounce or complaint to the suppression list. A bounce replaces no earlier reason. */
export function suppressionWrites({ companyId }: DocumentEmail, { type, permanent, addresses, at }: Signal): Write[] {
  const reason = type === 'complaint' ? 'complaint' : type === 'bounce' && permanent ? 'bounce' : undefined;
  if (!reason) return [];
  return [...new Set(addresses.map(normalised))].map(address => listed(companyId, { address, reason, at }));
}

/** The write that adds an address whose owner has unsubscribed. It replaces no earlier reason. */
export const unsubscriptionWrite = (company: CompanyId, address: string, at: string): Write =>
  listed(company, { address: normalised(address), reason: 'unsubscribed', at });

/** Whether the use of an address is restricted, whatever else the list says of it. */
export const isRestricted = async (company: CompanyId, address: string): Promise<boolean> =>
  (await getItem(restrictedKey(company, address))) !== undefined;

/** The write that restricts the use of an address. Of a restriction that is there it changes nothing. */
export const restrictionWrite = (company: CompanyId, address: string, at: string): Write =>
  listing(restrictedKey(company, address), { address: normalised(address), reason: 'restricted', at });

/** The write that ends the restriction of an address, and nothing else that keeps it from mails. */
export const liftingWrite = (company: CompanyId, address: string): Write => remove(restrictedKey(company, address));

const listed = (company: CompanyId, data: SuppressedAddress): Write => listing(suppressedKey(company, data.address), data);

/**
 * The write that keeps an erased person's address on the list without stating it. A complaint stays one; everybody else who was erased counts as
 * unsubscribed.
 */
export function erasureWrite(company: CompanyId, secret: string, address: string, isComplaint: boolean, at: string): Write {
  const reason: SuppressedAddress['reason'] = isComplaint ? 'complaint' : 'unsubscribed';
  return listing(erasedKey(company, secret, normalised(address)), { reason, at });
}

const listing = (key: Key, data: SuppressedItem['data'] | SuppressedAddress): Write =>
  update(key, {
    expression: `SET #kind = :kind, #data = ${data.reason === 'complaint' ? ':data' : 'if_not_exists(#data, :data)'}`,
    names: { '#kind': 'kind', '#data': 'data' },
    values: { ':kind': 'suppressed-address', ':data': data },
  });
