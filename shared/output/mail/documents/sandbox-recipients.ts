import { accountKey } from '#shared/platform/access/records.ts';
import { readMembers } from '#shared/platform/access/memberships.ts';
import type { Account } from '#shared/platform/access/model.ts';
import type { Company } from '#shared/model/company.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import type { Copies, NamedRecipients } from '../copies.ts';
import { getItems } from '#shared/platform/store/read.ts';

/**
 * Mails of a sandbox company go to active members of its organization, and to nobody: the mailbox simulator of SES (COM-70). It must not write
 * to real customers.
 */

export const MEMBERS_ONLY = 'A sandbox company mails only members of its organization';

/** Whether SES answers for an address itself, and passes its mails to nobody (SES developer guide, "Using the mailbox simulator"). */
const isSimulated = (address: string): boolean => /@simulator\.amazonses\.com$/i.test(address.trim());

/** The addresses that a company may not mail: of a sandbox company those of non-members. Two round trips for a sandbox, else none. */
export async function strangersAmong(
  { sandbox, organizationId }: Pick<Company, 'sandbox' | 'organizationId'>,
  addresses: readonly string[],
): Promise<string[]> {
  const real = addresses.filter(address => !isSimulated(address));
  if (!sandbox || real.length === 0) return [];
  const members = (await readMembers(organizationId)).filter(member => member.isActive);
  const accounts = await getItems<{ data: Account }>(members.map(({ userId }) => accountKey(userId)));
  const known = new Set(accounts.map(item => item?.data.email));
  return real.filter(address => !known.has(address.trim().toLowerCase()));
}

/**
 * The copies of a mail that a company may send: of a sandbox company's standing ones, those of members.
 *
 * @param named the recipients that the sender has given
 * @throws 422 that names each of them who is no member of the organization of a sandbox company
 */
export async function permittedCopies(
  company: Pick<Company, 'sandbox' | 'organizationId'>,
  { to, cc, bcc }: NamedRecipients,
  copies: Copies,
): Promise<Copies> {
  const strangers = new Set(await strangersAmong(company, [to, ...copies.cc, ...copies.bcc]));
  const refusals = (addresses: readonly string[]): string[] =>
    addresses.filter(address => strangers.has(address)).map(address => `${address} is no member of the organization`);
  const named = Object.entries({ to: refusals([to]), cc: refusals(cc ?? []), bcc: refusals(bcc ?? []) });
  const fields = Object.fromEntries(named.filter(([, messages]) => messages.length > 0));
  if (Object.keys(fields).length > 0) throw validation(`${MEMBERS_ONLY}.`, fields);
  const members = (addresses: readonly string[]): string[] => addresses.filter(address => !strangers.has(address));
  return { cc: members(copies.cc), bcc: members(copies.bcc) };
}
