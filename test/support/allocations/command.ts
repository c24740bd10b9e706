import type fc from 'fast-check';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Crash } from '../../../infra/local/faults/faults.ts';
import { agree, type Book, type World } from './book.ts';

/** What the commands of a life have in common. */

/** A process that dies at a call; undefined: none. */
export type Fault = Pick<Crash, 'call' | 'when'> | undefined;

export interface Answered<T> {
  status: number;
  body: T;
}

/** Sends a request that is interrupted by the fault, and repeats it until it has an answer, as clients do. */
export async function sent<T>(
  world: World,
  name: string,
  fault: Fault,
  send: () => Promise<Answered<T>>,
): Promise<Answered<T> & { again: boolean }> {
  const { faults } = world.service.runtime;
  if (fault) faults.crash({ ...fault, name });
  let answer = await send();
  const again = answer.status >= 500;
  faults.clear();
  for (let tries = 0; answer.status >= 500 && tries < 5; tries++) answer = await send();
  return { ...answer, again };
}

export const at = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(1, all.length)];
export const dayOf = (isToday: boolean): string => (isToday ? today() : addDays(today(), -1));
export const share = (cents: number, percent: number): number => Math.ceil((cents * percent) / 100);

export type Command = fc.AsyncCommand<Book, World>;

/** A command, after which the books are right. */
export const command = (text: string, act: (book: Book, world: World, text: string) => Promise<void>): Command => ({
  check: () => true,
  run: async (book, world) => {
    await act(book, world, text);
    await agree(book, world);
  },
  toString: () => text,
});

export interface Ways {
  isToday: boolean;
  isCash: boolean;
  fault: Fault;
}
export const shown = ({ isToday, isCash, fault }: Ways): string =>
  `${isToday ? 'today' : 'yesterday'}${isCash ? ', cash' : ''}${fault ? `, ${fault.when} ${fault.call}` : ''}`;

/** How money came. */
export const methodOf = ({ isCash }: Ways) => (isCash ? 'cash' : 'bank_transfer');
