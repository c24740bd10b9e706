import { QUEUE_NAMES, type QueueName } from '../../shared/aws/queues.ts';
import { parkedItems, unpark } from '../../shared/outbox/parked.ts';
import { type Arguments, OUTBOX, readArguments, USAGE, UsageError } from './arguments.ts';
import { queueAt, sampleOf } from './dead-letters.ts';
import { type Moved, move, planOf } from './move.ts';
import { type Target, targetOf } from './target.ts';

/** `npm run redrive`: moves messages from a dead-letter queue back to its queue (docs/operations.md). */

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
    return await (args.queue === OUTBOX
      ? redriveOutbox(target, args, terminal)
      : redriveQueue(args.queue, target, args, terminal));
  } catch (error) {
    const { name, message } = error as Error;
    terminal.say(error instanceof UsageError ? `${message}\n\n${USAGE}` : `${name}: ${message}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

async function list(target: Target, { say }: Terminal): Promise<number> {
  const counted = await Promise.all(
    QUEUE_NAMES.map(async name => ({ name, ...(await queueAt(target.queues(name).deadLetters)) })),
  );
  const width = Math.max(...QUEUE_NAMES.map(({ length }) => length));
  say(`Dead letters of ${target.name}:`);
  for (const { name, messages } of counted) say(`  ${name.padEnd(width)}  ${messages}`);
  say(`  ${OUTBOX.padEnd(width)}  ${(await parkedItems()).length} parked`);
  for (const name of target.streamDeadLetters) {
    const { messages } = await queueAt(name);
    if (messages > 0)
      say(`  ${name}: ${messages}, which cannot be moved back (see docs/operations.md: Dead letters of the stream)`);
  }
  return EXIT.done;
}

async function redriveQueue(queue: QueueName, target: Target, args: Arguments, terminal: Terminal): Promise<number> {
  const { say } = terminal;
  const called = target.queues(queue);
  const [to, from] = await Promise.all([queueAt(called.queue), queueAt(called.deadLetters)]);
  if (from.messages === 0) {
    say(`${called.deadLetters} of ${target.name} is empty.`);
    return EXIT.done;
  }
  for (const line of await sampleOf(from)) say(`  ${line}`);
  const many = `${Math.min(args.limit ?? Infinity, from.messages)} of ${from.messages} messages`;
  const question = `Move ${many} from ${called.deadLetters} to ${called.queue} of ${target.name}?`;
  if (!(await isConfirmed(question, args, terminal))) return EXIT.notConfirmed;
  return report(await move({ from, to, plan: planOf(args), wait: seconds => terminal.wait(seconds) }), terminal);
}

async function redriveOutbox(target: Target, args: Arguments, terminal: Terminal): Promise<number> {
  const { say } = terminal;
  const parked = (await parkedItems()).slice(0, args.limit);
  if (parked.length === 0) {
    say(`No item of the outbox of ${target.name} is parked.`);
    return EXIT.done;
  }
  for (const { kind, pk, sk } of parked.slice(0, 5)) say(`  ${kind}  ${pk}  ${sk}`);
  const question = `Have ${parked.length} items of the outbox of ${target.name} dispatched again?`;
  if (!(await isConfirmed(question, args, terminal))) return EXIT.notConfirmed;
  const done: Moved = { moved: 0, failures: [] };
  for (const item of parked) {
    if (await unpark(item)) done.moved += 1;
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
