import { type Item, userPartition } from '#shared/platform/store/table.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

export type Stored = Item & { data?: unknown };

/** Everything that belongs to a person, except the records of logins, mails and idempotency keys, which expire. */
export const readBelongings = async (userId: string): Promise<Stored[]> =>
  (await queryItems<Stored>({ partition: userPartition(userId) })).filter(({ sk }) => !/^(SESSION|MAIL|IDEMPOTENCY)#/.test(sk));

export const dataOf = <T>(items: Stored[], kind: ItemKind): T[] =>
  items.filter(item => item.kind === kind).map(item => item.data as T);
