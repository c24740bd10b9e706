import { epochSeconds } from '../../kernel/clock.ts';
import { getItem } from '../../store/read.ts';
import { type Item, type Key, userKey } from '../../store/table.ts';
import { update, type Write } from '../../store/transact.ts';

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

/** TTL of the counts: the mail that lists them is sent at once. */
const KEPT_SECONDS = 30 * 86_400;

const removedKey = (userId: string): Key => userKey(userId, 'TAKEOVER');

/** The write that adds to the counts of an account; none if nothing is added. One transaction can add only once. */
export function noteRemoved(userId: string, removed: Removed): Write[] {
  const added = Object.entries(removed).filter(([, count]) => count > 0);
  if (added.length === 0) return [];
  const noted = update(removedKey(userId), {
    expression: `SET #kind = :kind, #expiresAt = :expiresAt ADD ${added.map((_, place) => `#n${place} :n${place}`).join(', ')}`,
    names: {
      ...{ '#kind': 'kind', '#expiresAt': 'expiresAt' },
      ...Object.fromEntries(added.map(([name], place) => [`#n${place}`, name])),
    },
    values: {
      ...{ ':kind': 'takeover', ':expiresAt': epochSeconds() + KEPT_SECONDS },
      ...Object.fromEntries(added.map(([, count], place) => [`:n${place}`, count])),
    },
  });
  return [noted];
}

/** What was removed; empty if there was nothing. */
export async function readRemoved(userId: string): Promise<Removed> {
  const item = await getItem<Item & Removed>(removedKey(userId));
  return Object.fromEntries(REMOVABLE.flatMap(name => (item?.[name] ? [[name, item[name]]] : [])));
}
