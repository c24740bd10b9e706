import { instant } from '#shared/base/kernel/clock.ts';
import { MAIL_ITEMS, STORED_KINDS } from '#shared/model/kinds.ts';
import { madeSecret } from '#shared/output/mail/documents/erased-addresses.ts';
import { erasureWrite } from '#shared/output/mail/documents/suppression.ts';
import { ownerOf, type CompanyId } from '#shared/platform/store/table.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { type Person, recordOf, statesAddress, type Stored } from '../match.ts';

/** Keeps erased people from getting automatic mails: their addresses stay on suppression lists as hashes (shared/output/mail). */

interface Addressed {
  email?: string | null;
  address?: string;
  reason?: string;
  to?: string;
  cc?: string[];
  bcc?: string[];
  client?: { email?: string | null } | null;
}

/** The addresses in an item of each kind to which a company mails. */
const MAILED: Partial<Record<ItemKind, (data: Addressed) => (string | null | undefined)[]>> = {
  client: ({ email }) => [email],
  'suppressed-address': ({ address }) => [address],
  ...Object.fromEntries(MAIL_ITEMS.map(kind => [kind, ({ to, cc = [], bcc = [] }: Addressed) => [to, ...cc, ...bcc]])),
  ...Object.fromEntries(STORED_KINDS.map(({ item }) => [item, ({ client }: Addressed) => [client?.email]])),
};

/**
 * The companies that mail to a person, by their items; true for those whose mails the person has complained about. Pure.
 *
 * @param items any items of the table
 */
export function mailingCompanies(items: readonly Stored[], person: Person): Map<CompanyId, boolean> {
  const companies = new Map<CompanyId, boolean>();
  for (const item of items) {
    const { companyId } = ownerOf(item.pk);
    const data = recordOf(item) as Addressed | undefined;
    if (!companyId || !data) continue;
    const addresses = MAILED[item.kind]?.(data) ?? [];
    if (!addresses.some(one => typeof one === 'string' && statesAddress(one, person))) continue;
    companies.set(companyId, companies.get(companyId) === true || data.reason === 'complaint');
  }
  return companies;
}

/** Puts the hash of the person's address on the suppression lists of the companies. Idempotent. */
export async function suppress(companies: ReadonlyMap<CompanyId, boolean>, { address }: Person): Promise<void> {
  if (companies.size === 0 || address === null) return;
  const secret = await madeSecret();
  for (const [company, isComplaint] of companies)
    await retryOnContention(() => transact([erasureWrite(company, secret, address, isComplaint, instant())]));
}
