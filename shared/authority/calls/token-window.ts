import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';
import { COUNT_MILLIS, type TokenWindow } from './limits.ts';

/**
 * Sliding windows of many tokens, exact under concurrency: the decision is the conditional update itself.
 *
 * The item holds the number of the open block (`blockNumber`), how many of its tokens are taken (`taken`), and the instants at
 * which the last blocks were opened, newest first (`t0`, `t1`, …; 0: never). A block may be opened once no token of the oldest
 * block, which it replaces, still counts; the last token of a block was taken no later than the next block was opened. When the
 * response to an update is lost, its token stays taken: no call is ever made without a token.
 */

export const windowKey = (name: string, subject: string): Key => ({ pk: `RATE#taxauth-${name}#${subject}`, sk: 'TOKENS' });

/** The item of a window. */
export interface Register {
  /** Tokens of the open block. */
  taken: number;
  /** Its number: two blocks may be opened in the same millisecond. */
  block: number;
  /** When the blocks were opened, newest first, in epoch milliseconds. */
  opened: number[];
  /** Until when (epoch milliseconds) requests with `yields` get no token. */
  yieldUntil: number;
}

export interface Take {
  window: TokenWindow;
  key: Key;
  /** How many of the window's blocks, the open one included, may hold counted tokens; fewer than all leave the rest to others. */
  blocks: number;
  /** Whether the request gets no token before `yieldUntil`, so that others get the free ones. */
  yields: boolean;
}

/** `at`: epoch milliseconds by which a token may be free, for a caller who takes from so many blocks. */
export type Taken = { isTaken: true } | { isTaken: false; at: number };

/** A call could not be counted, or not in time, and must not be made. */
export class NotCounted extends Error {
  override name = 'NotCounted';
}

/** A condition fails when another request opens or fills a block first; each time that other request has got a token. */
const TRIES = 30;

/** Takes a token. @throws NotCounted */
export async function takeToken(take: Take): Promise<Taken> {
  const begun = performance.now();
  let found: Register | undefined;
  for (let tries = 0; tries < TRIES && performance.now() - begun < COUNT_MILLIS; tries++) {
    const at = now().getTime();
    const freeAt = found ? freeFor(take, found, at) : at;
    if (freeAt > at) return { isTaken: false, at: freeAt };
    // A block of one token is full when it is opened, and mostly it is the first of its subject.
    const isOver = found !== undefined && isOfFuture(take.window, found, at);
    const isFull: boolean = isOver || (found ? found.taken >= take.window.blockSize : take.window.blockSize === 1);
    const answer = await sent(isFull ? withNewBlock(take, found, at, isOver) : fromOpenBlock(take, at));
    if (answer === 'done') return { isTaken: true };
    found = answer ?? { taken: take.window.blockSize, block: 0, opened: [], yieldUntil: 0 };
  }
  throw new NotCounted('The call to the tax authority could not be counted in time.');
}

/** Gives requests with `yields` no token before `until` (epoch milliseconds). */
export async function haveOthersYield(key: Key, until: number): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: 'SET yieldUntil = :until',
      ExpressionAttributeValues: { ':until': until },
    }),
  );
}

/**
 * Whether a window was last used so much later than now that the clock must have been put back since, as the local one can be. What it
 * counts then says nothing, and would forbid calls until that time comes again: it is empty. Pure.
 */
export const isOfFuture = (window: TokenWindow, { opened }: Pick<Register, 'opened'>, at: number): boolean =>
  Math.max(0, ...opened) > window.leaves(at);

/** When (epoch milliseconds) a caller may find a token: `at` itself when there is one. Pure. */
export function freeFor(
  { window, blocks, yields }: Omit<Take, 'key'>,
  { taken, opened, yieldUntil }: Register,
  at: number,
): number {
  if (isOfFuture(window, { opened }, at)) return at;
  // Index of the newest block whose tokens must have left the window. When the open block is full, a new one will shift all by one.
  const behind = taken < window.blockSize ? blocks : blocks - 1;
  const last = lastTokenOf(window, opened, behind);
  const free = last === 0 ? at : window.leaves(last);
  return Math.max(at, free, yields ? yieldUntil : 0);
}

/** An instant by which the last token of a block was taken; 0: it has none. */
const lastTokenOf = ({ blockSize }: TokenWindow, opened: number[], block: number): number => {
  const begun = opened[block] ?? 0;
  return begun === 0 || blockSize === 1 ? begun : (opened[block - 1] ?? begun);
};

/** A token of the block that is open; the first of its subject opens one. */
function fromOpenBlock({ window, key, blocks, yields }: Take, at: number): UpdateCommandInput {
  const isPart = blocks < window.blocks;
  const room = [
    'taken < :size',
    // What a part of the blocks leaves over was checked by the call that opened the block for the whole window.
    ...(isPart ? [`(attribute_not_exists(t${blocks}) OR t${blocks} = :never OR t${blocks - 1} <= :left)`] : []),
  ];
  const conditions = [
    `(attribute_not_exists(blockNumber) OR (${room.join(' AND ')}))`,
    ...(yields ? ['(attribute_not_exists(yieldUntil) OR yieldUntil <= :at)'] : []),
  ];
  return {
    TableName: tableName(),
    Key: key,
    UpdateExpression:
      'SET expiresAt = :expires, t0 = if_not_exists(t0, :at), blockNumber = if_not_exists(blockNumber, :one) ADD taken :one',
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeValues: {
      ...{ ':one': 1, ':size': window.blockSize, ':expires': expiry(window, at), ':at': at },
      ...(isPart && { ':never': 0, ':left': at - (window.leaves(at) - at) }),
    },
  };
}

/** The first token of a new block, after which no other counts if `isOver`; on condition that nothing was opened since `found` was read. */
function withNewBlock({ window, key }: Take, found: Register | undefined, at: number, isOver: boolean): UpdateCommandInput {
  const seen = found?.block ?? 0;
  const shifted = Array.from({ length: window.blocks - 1 }, (_, place) =>
    isOver ? `t${place + 1} = :never` : `t${place + 1} = if_not_exists(t${place}, :never)`,
  );
  if (isOver) shifted.push('yieldUntil = :never');
  return {
    TableName: tableName(),
    Key: key,
    UpdateExpression: `SET ${['t0 = :at', 'blockNumber = :next', 'taken = :one', 'expiresAt = :expires', ...shifted].join(', ')}`,
    ConditionExpression: seen ? `blockNumber = :seen${isOver ? '' : ' AND taken >= :size'}` : 'attribute_not_exists(blockNumber)',
    ExpressionAttributeValues: {
      ...{ ':at': at, ':next': seen + 1, ':one': 1, ':expires': expiry(window, at) },
      ...(shifted.length > 0 && { ':never': 0 }),
      ...(seen > 0 && { ':seen': seen, ...(!isOver && { ':size': window.blockSize }) }),
    },
  };
}

/** The item's TTL in epoch seconds: a day after its last token has left the window, as a margin for clocks that differ. */
const expiry = (window: TokenWindow, at: number): number => Math.ceil(window.leaves(at) / 1000) + 86_400;

/** Sends an update. @returns 'done', or the item when its condition does not hold (undefined: no item) @throws NotCounted */
async function sent(update: UpdateCommandInput): Promise<'done' | Register | undefined> {
  try {
    const command = new UpdateCommand({ ...update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
    await dynamodb().send(command, { abortSignal: AbortSignal.timeout(COUNT_MILLIS) });
    return 'done';
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException')
      throw new NotCounted('The call to the tax authority could not be counted.', { cause: error });
    const { Item } = error as { Item?: Record<string, { N?: string }> };
    return Item && registerOf(Item);
  }
}

function registerOf(item: Record<string, { N?: string }>): Register | undefined {
  const number = (name: string): number => Number(item[name]?.N ?? 0);
  if (item['blockNumber'] === undefined) return undefined;
  const places = Object.keys(item).filter(name => /^t\d{1,3}$/.test(name));
  return {
    taken: number('taken'),
    block: number('blockNumber'),
    opened: places.map((_, place) => number(`t${place}`)),
    yieldUntil: number('yieldUntil'),
  };
}
