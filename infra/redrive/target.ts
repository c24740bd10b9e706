import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { DEAD_LETTERS, type QueueName } from '#shared/platform/aws/queues.ts';
import * as names from '../stage/names.ts';
import { readStages } from '../stage/stages.ts';
import { type Arguments, UsageError } from './arguments.ts';

/** The system whose messages are moved: a stage on AWS, or the local runtime. */
export interface Target {
  /** The name in messages to the operator, such as `stage prod`. */
  name: string;
  /** The name of a queue there. */
  queue(name: QueueName): string;
  /** The name of the dead-letter queue there. */
  deadLetters: string;
  /** Dead-letter queues of consumers of the table's stream; their messages describe failed batches and cannot be moved back. */
  streamDeadLetters: readonly string[];
  /** The environment variables that the AWS clients and the store need. */
  environment: Record<string, string>;
}

/** The functions that consume the table's stream. */
export const STREAM_CONSUMERS = ['workers-publish-changes'];

/** @throws UsageError when cdk.json has no such stage, or no local runtime answers at the URL */
export const targetOf = ({ stage, local }: Pick<Arguments, 'stage' | 'local'>): Promise<Target> =>
  stage === undefined ? localTarget(local) : Promise.resolve(stageTarget(stage));

function stageTarget(name: string): Target {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: { stages: unknown } };
  const stages = readStages(context.stages);
  const stage = stages.find(one => one.name === name);
  if (!stage) throw new UsageError(`There is no stage ${name}: cdk.json has ${stages.map(one => one.name).join(', ')}.`);
  return {
    name: `stage ${name}`,
    queue: queue => names.queueName(stage, queue),
    deadLetters: names.queueName(stage, DEAD_LETTERS),
    streamDeadLetters: STREAM_CONSUMERS.map(consumer => names.queueName(stage, names.streamDeadLetters(consumer))),
    environment: { AWS_REGION: stage.region, TABLE_NAME: names.tableName(stage) },
  };
}

/** The response of `GET /_local/aws`. */
const localAws = z.object({ environment: z.record(z.string(), z.string()) });

async function localTarget(url: string): Promise<Target> {
  const answer = await fetch(new URL('/_local/aws', url)).catch((error: unknown) => {
    throw new UsageError(`No local runtime answers at ${url}: start it (npm start), or name a --stage.`, { cause: error });
  });
  if (!answer.ok) throw new UsageError(`What answers at ${url} is no local runtime.`);
  const { environment } = localAws.parse(await answer.json());
  return {
    name: `the local runtime at ${url}`,
    queue: queue => queue,
    deadLetters: DEAD_LETTERS,
    streamDeadLetters: [],
    // A profile or a session token of a real account would take precedence over the credentials for the local engines.
    environment: { ...environment, AWS_PROFILE: '', AWS_SESSION_TOKEN: '' },
  };
}
