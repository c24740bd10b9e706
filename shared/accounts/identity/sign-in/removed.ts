import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, userKey, userPartition, type CompanyId } from '#shared/platform/store/table.ts';
import { create, put, type Write } from '#shared/platform/store/transact.ts';

/**
 * What a takeover (takeover.ts) has removed, counted in the transactions that remove it: so the mail to the owner lists all of it, also if
 * processes died in between and the takeover was repeated.
 */
export const REMOVABLE = [
  'apiKeys',
  'passkeys',
  'secondFactors',
  'members',
  'invitations',
  'authorityConnections',
  'licenceKeys',
  'webhooks',
  'shareLinks',
  'standingCopies',
  'bankAccounts',
  'payees',
  'contacts',
  'emailTemplates',
  'reminderTexts',
  'pdfConfigurations',
  'logos',
] as const;
export type Removable = (typeof REMOVABLE)[number];
export type Removed = Partial<Record<Removable, number>>;

/** Gives the writes that count what a transaction removes. */
export type Note = (removed: Removed) => Write[];

/** TTL in seconds: the mail that lists the counts is sent at once. */
const KEPT_SECONDS = 30 * 86_400;

const PREFIX = 'TAKEOVER#';
/** The sort keys of the companies that are done. */
const COMPANY = `${PREFIX}COMPANY#`;

const item = (userId: string, sk: string, data: Removed): Item & Record<string, unknown> => ({
  ...userKey(userId, sk),
  kind: 'takeover',
  data,
  expiresAt: epochSeconds() + KEPT_SECONDS,
});

/** The write of what a transaction removes; none if that is nothing. Each has an item of its own: transactions run at the same time. */
export const noteRemoved = (userId: string, removed: Removed): Write[] =>
  Object.values(removed).some(count => count > 0) ? [create(item(userId, `${PREFIX}${newId()}`, removed))] : [];

/** The write that records that nothing is left to remove of a company: a repeated takeover need not look at it again. */
export const noteCleared = (userId: string, companyId: CompanyId): Write => put(item(userId, `${COMPANY}${companyId}`, {}));

/** The ids of the companies of which nothing is left to remove. */
export const readCleared = async (userId: string): Promise<ReadonlySet<string>> => {
  const items = await queryItems<Item>({ partition: userPartition(userId), beginsWith: COMPANY });
  return new Set(items.map(({ sk }) => sk.slice(COMPANY.length)));
};

/** What was removed; empty if there was nothing. */
export async function readRemoved(userId: string): Promise<Removed> {
  const items = await queryItems<Item & { data: Removed }>({ partition: userPartition(userId), beginsWith: PREFIX });
  const total = (name: Removable): number => items.reduce((sum, { data }) => sum + (data[name] ?? 0), 0);
  return Object.fromEntries(REMOVABLE.map(name => [name, total(name)] as const).filter(([, count]) => count > 0));
}
