import { parseArgs } from 'node:util';
import levenshtein from 'fast-levenshtein';
import * as z from 'zod';
import { QUEUE_NAMES, type QueueName, RARE_WORKERS, type RareWorker } from '#shared/platform/aws/queues.ts';

/** Items of the table that wait for an operator: no SQS queues, but redriven by the same command. */
export const WAITING = ['outbox', 'failed-mails'] as const;
export type Waiting = (typeof WAITING)[number];

export type Redrivable = QueueName | RareWorker | Waiting;

/** The names that the command accepts. */
export const REDRIVABLE: readonly Redrivable[] = [...QUEUE_NAMES, ...RARE_WORKERS, ...WAITING];

export interface Arguments {
  /** Undefined: the command lists all queues and moves nothing. */
  queue: Redrivable | undefined;
  /** A stage of cdk.json; undefined: the local runtime. */
  stage: string | undefined;
  /** URL of the local runtime. */
  local: string;
  /** The most messages to move; undefined: all. */
  limit: number | undefined;
  /** The most messages to move per second; undefined: as fast as SQS answers. */
  rate: number | undefined;
  /** Skips the confirmation. */
  yes: boolean;
}

/** The command line is wrong; the message says what to change. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const USAGE = `npm run redrive -- [queue] [--stage <stage>] [--limit <n>] [--rate <n per second>] [--yes]

Without a queue: lists how many dead letters each queue has.
With a queue:    moves its dead letters back to it.
With a worker:   moves those dead letters of a queue that several workers share.
outbox:          dispatches the parked items of the outbox again.
failed-mails:    has mails with documents sent that failed for a reason that has passed.

--stage <stage>  a stage of cdk.json, with the credentials of the AWS CLI; default: the local runtime
--local <url>    URL of the local runtime (default http://127.0.0.1:<PORT or 3000>)
--limit <n>      moves at most n messages
--rate <n>       moves at most n messages a second (1 to 500)
--yes            does not ask

Exit codes: 0 done, or nothing to do; 1 something could not be moved; 2 wrong usage; 3 not confirmed.
Queues: ${[...QUEUE_NAMES, ...WAITING].join(', ')}
Workers: ${RARE_WORKERS.join(', ')}`;

/** A message takes two requests, one after the other. */
const MOST_PER_SECOND = 500;

const OPTIONS = {
  stage: { type: 'string' },
  local: { type: 'string' },
  limit: { type: 'string' },
  rate: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

const wholeNumber = (most: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`)
    .optional();

const schema = z.object({
  stage: z.string().min(1, 'must name a stage').optional(),
  local: z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3000' }),
  limit: wholeNumber(1_000_000),
  rate: wholeNumber(MOST_PER_SECOND),
  yes: z.boolean(),
});

/** @param port default port of the local runtime @throws UsageError that says what to change */
export function readArguments(argv: readonly string[], port = '3000'): Arguments {
  const { values, positionals } = parsed(argv);
  if (positionals.length > 1) throw new UsageError(`One queue at a time, not ${positionals.join(' and ')}.`);
  if (values.stage !== undefined && values.local !== undefined) throw new UsageError('Give either --stage or --local, not both.');
  const checked = schema.safeParse({ ...values, local: values.local ?? `http://127.0.0.1:${port}` });
  if (!checked.success)
    throw new UsageError(checked.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'));
  const { stage, local, limit, rate, yes } = checked.data;
  return { queue: queueOf(positionals[0]), stage, local, limit, rate, yes };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function queueOf(name: string | undefined): Redrivable | undefined {
  if (name === undefined) return undefined;
  const found = REDRIVABLE.find(one => one === name);
  if (found) return found;
  const nearest = REDRIVABLE.toSorted((a, b) => levenshtein.get(a, name) - levenshtein.get(b, name))[0];
  throw new UsageError(`There is no queue or worker ${name}. The nearest one is ${nearest}.`);
}
