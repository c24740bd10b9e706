import { getItems } from '../../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item, type Key } from '../../store/table.ts';
import { update, type Write } from '../../store/transact.ts';
import type { DocumentEmail } from './model.ts';
import type { Signal } from './signals.ts';

/**
 * The suppression list of a company (completions-documents §8): addresses that bounced for good, or whose owners complained. One item
 * for each, `C#<company>` / `NOMAIL#<address>`, in lower case. A bounce may be overridden by a person who knows better (`force`), a
 * complaint by nobody. Mails that no person sends are never forced.
 */
export interface SuppressedAddress {
  address: string;
  reason: 'bounce' | 'complaint';
  at: string;
}

type SuppressedItem = Item & { data: SuppressedAddress };

/** Mail programs and servers differ on case; two mailboxes that differ by case alone do not happen. */
const normalised = (address: string): string => address.trim().toLowerCase();

const suppressedKey = (company: CompanyId, address: string): Key => companyKey(company, `NOMAIL#${normalised(address)}`);

/** Those of the addresses that are on the company's suppression list. At most one call, of a read unit for each address. */
export async function suppressedAmong(company: CompanyId, addresses: readonly string[]): Promise<SuppressedAddress[]> {
  if (addresses.length === 0) return [];
  const items = await getItems<SuppressedItem>(addresses.map(address => suppressedKey(company, address)));
  return [...new Map(items.flatMap(item => (item ? [[item.data.address, item.data]] : []))).values()];
}

/** Whether the company may not mail an address by itself: for reminders and whatever else no person sends. */
export const isSuppressed = async (company: CompanyId, address: string): Promise<boolean> =>
  (await suppressedAmong(company, [address])).length > 0;

/** Of the listed addresses, those that a mail may not go to: `force` overrides bounces, never complaints. Pure. */
export const refusedAmong = (listed: readonly SuppressedAddress[], force: boolean): SuppressedAddress[] =>
  listed.filter(({ reason }) => reason === 'complaint' || !force);

/** Whether an address is among those. Pure. */
export const isAmong = (listed: readonly SuppressedAddress[], address: string): boolean =>
  listed.some(one => one.address === normalised(address));

/** The writes that enter what a signal says of addresses. An address that complained stays one that complained. */
export function suppressionWrites({ companyId }: DocumentEmail, { type, permanent, addresses, at }: Signal): Write[] {
  const reason = type === 'complaint' ? 'complaint' : type === 'bounce' && permanent ? 'bounce' : undefined;
  if (!reason) return [];
  const company = companyScope(companyId);
  return [...new Set(addresses.map(normalised))].map(address => {
    const data: SuppressedAddress = { address, reason, at };
    return update(suppressedKey(company, address), {
      expression: `SET #kind = :kind, #data = ${reason === 'complaint' ? ':data' : 'if_not_exists(#data, :data)'}`,
      names: { '#kind': 'kind', '#data': 'data' },
      values: { ':kind': 'suppressed-address', ':data': data },
    });
  });
}
