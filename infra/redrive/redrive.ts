import { QUEUE_NAMES, type QueueName, RARE_WORK, type RareWorker, workersOf } from '#shared/platform/aws/queues.ts';
import { failedMails, requeue } from '#shared/output/mail/documents/failed/requeue.ts';
import { type ParkedItem, parkedItems, unpark } from '#shared/app/outbox/parked.ts';
import { type Arguments, readArguments, type Redrivable, USAGE, UsageError, type Waiting, WAITING } from './arguments.ts';
import { isFrom, lineOf, queueAt, type Source, survey } from './dead-letters.ts';
import { type Moved, move } from './move.ts';
import { type Target, targetOf } from './target.ts';

/** `npm run redrive`: moves messages from the dead-letter queue back to the queue that they came from (docs/operations/failed-work.md). */

/** The terminal that the command runs in; tests replace it. */
export interface Terminal {
  say(line: string): void;
  /** Asks a yes/no question; false when standard input is not a terminal. */
  confirm(question: string): Promise<boolean>;
  wait(seconds: number): Promise<void>;
  /** Sets environment variables of this process. */
  setEnvironment(variables: Record<string, string>): void;
}

export const EXIT = { done: 0, failed: 1, usage: 2, notConfirmed: 3 } as const;

/** Runs the command: without a queue in `argv` it lists the dead letters, else it redrives. @returns one of `EXIT` */
export async function redrive(argv: readonly string[], terminal: Terminal, port?: string): Promise<number> {
  if (argv.includes('--help')) {
    terminal.say(USAGE);
    return EXIT.done;
  }
  try {
    const args = readArguments(argv, port);
    const target = await targetOf(args);
    terminal.setEnvironment(target.environment);
    if (args.queue === undefined) return await list(target, terminal);
    return await (isWaiting(args.queue)
      ? redriveItems(args.queue, target, args, terminal)
      : redriveQueue(args.queue, target, args, terminal));
  } catch (error) {
    const { name, message } = error as Error;
    terminal.say(error instanceof UsageError ? `${message}\n\n${USAGE}` : `${name}: ${message}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

/** Items of the table that wait for an operator: how they are found, and put back. */
const ITEMS: Record<Waiting, { are: string; read(): Promise<ParkedItem[]>; putBack(item: ParkedItem): Promise<boolean> }> = {
  outbox: { are: 'parked items of the outbox', read: parkedItems, putBack: unpark },
  'failed-mails': { are: 'failed mails', read: failedMails, putBack: requeue },
};

const isWaiting = (name: Redrivable): name is Waiting => name in ITEMS;

async function list(target: Target, { say }: Terminal): Promise<number> {
  const queue = await queueAt(target.deadLetters);
  const read = await survey(queue);
  const width = Math.max(...QUEUE_NAMES.map(({ length }) => length));
  say(
    `Dead letters of ${target.name}: ${queue.messages}${read.length < queue.messages ? `, of which ${read.length} were read` : ''}`,
  );
  const count = (source: Source): number => read.filter(message => isFrom(message, source)).length;
  for (const queue of QUEUE_NAMES) {
    const name = target.queue(queue);
    say(`  ${queue.padEnd(width)}  ${count({ name })}`);
    for (const worker of workersOf(queue)) if (count({ name, worker }) > 0) say(`    ${worker}: ${count({ name, worker })}`);
  }
  for (const name of WAITING) say(`  ${name.padEnd(width)}  ${(await ITEMS[name].read()).length} ${ITEMS[name].are}`);
  for (const name of target.streamDeadLetters) {
    const { messages } = await queueAt(name);
    if (messages > 0)
      say(`  ${name}: ${messages}, which cannot be moved back (see docs/operations/failed-work.md: Dead letters of the stream)`);
  }
  return EXIT.done;
}

/** Messages or items that are shown before anything is moved. */
const SHOWN = 5;

/** The queue of a worker, or the queue itself. */
const sourceNamed = (name: QueueName | RareWorker, target: Target): Source =>
  name in RARE_WORK
    ? { name: target.queue(RARE_WORK[name as RareWorker]), worker: name }
    : { name: target.queue(name as QueueName) };

async function redriveQueue(of: QueueName | RareWorker, target: Target, args: Arguments, terminal: Terminal): Promise<number> {
  const { say } = terminal;
  const source = sourceNamed(of, target);
  const { name, worker } = source;
  const whose = worker === undefined ? name : `${worker} in ${name}`;
  const [{ url }, from] = await Promise.all([queueAt(name), queueAt(target.deadLetters)]);
  const read = await survey(from);
  const own = read.filter(message => isFrom(message, source));
  // Of more messages than are read first, there may be others of this queue.
  const isAll = read.length >= from.messages;
  if (own.length === 0 && isAll) {
    say(`There are no dead letters of ${whose} in ${target.name}.`);
    return EXIT.done;
  }
  for (const message of own.slice(0, SHOWN)) say(`  ${lineOf(message)}`);
  const many = isAll
    ? `${Math.min(args.limit ?? Infinity, own.length)} of ${own.length}`
    : `${args.limit ?? 'all'} of ${own.length} or more`;
  if (
    !(await isConfirmed(
      `Move ${many} dead letters${worker === undefined ? '' : ` of ${worker}`} back to ${name} of ${target.name}?`,
      args,
      terminal,
    ))
  )
    return EXIT.notConfirmed;
  const { limit, rate } = args;
  return report(await move({ from, to: { ...source, url }, limit, rate, wait: seconds => terminal.wait(seconds) }), terminal);
}

async function redriveItems(name: Waiting, target: Target, args: Arguments, terminal: Terminal): Promise<number> {
  const { say } = terminal;
  const { are, read, putBack } = ITEMS[name];
  const waiting = (await read()).slice(0, args.limit);
  if (waiting.length === 0) {
    say(`There are no ${are} in ${target.name}.`);
    return EXIT.done;
  }
  for (const { kind, pk, sk } of waiting.slice(0, SHOWN)) say(`  ${kind}  ${pk}  ${sk}`);
  if (!(await isConfirmed(`Have ${waiting.length} ${are} of ${target.name} dispatched again?`, args, terminal)))
    return EXIT.notConfirmed;
  const done: Moved = { moved: 0, failures: [] };
  for (const item of waiting) {
    if (await putBack(item)) done.moved += 1;
    if (args.rate !== undefined) await terminal.wait(1 / args.rate);
  }
  return report(done, terminal);
}

async function isConfirmed(question: string, { yes }: Arguments, { say, confirm }: Terminal): Promise<boolean> {
  if (yes || (await confirm(question))) return true;
  say('Nothing was moved, because it was not confirmed. Use --yes to skip the question.');
  return false;
}

function report({ moved, failures }: Moved, { say }: Terminal): number {
  say(`Moved: ${moved}.`);
  for (const failure of failures) say(`Not moved: ${failure}`);
  return failures.length > 0 ? EXIT.failed : EXIT.done;
}
