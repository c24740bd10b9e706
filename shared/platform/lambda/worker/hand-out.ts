import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { environment } from '#shared/platform/aws/environment.ts';
import { patientLambda } from '#shared/platform/aws/lambda.ts';
import { type RareWork, type RareWorker, type SharedQueue, workersGrant, workersOf } from '#shared/platform/aws/queues.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { subjectOf } from '../log-subject.ts';
import { defineWorker, type WorkerDefinition } from './define-worker.ts';

/** Longer than any worker without a queue of its own may take, and than the client waits for it. */
const TIMEOUT_SECONDS = 330;

/** The parts of a definition that differ between the shared queues. */
type Shared = Pick<WorkerDefinition, 'summary' | 'maximumConcurrency'> & { queue: SharedQueue };

/**
 * The function that reads a queue which several workers share: it invokes the worker that a message names, with the event that a queue of its
 * own would give it, and waits. One message at a time, so that a long work delays no other one that is in its batch.
 */
export const defineHandOut = (definition: Shared) =>
  defineWorker(
    {
      ...definition,
      message: z.object({ worker: z.enum(workersOf(definition.queue)), body: z.record(z.string(), z.unknown()) }),
      table: 'none',
      uses: [workersGrant(definition.queue)],
      memory: 256,
      timeoutSeconds: TIMEOUT_SECONDS,
      batchSize: 1,
    },
    handOut,
  );

/** @throws Error when the worker could not be invoked, has ended with an error, or reports that it failed: SQS then delivers the message again */
async function handOut({ worker, body }: RareWork, record: SQSRecord): Promise<void> {
  addLogFields({ worker, ...subjectOf(body) });
  const event: SQSEvent = { Records: [{ ...record, body: JSON.stringify(body) }] };
  const { FunctionError, Payload } = await patientLambda().send(
    new InvokeCommand({ FunctionName: functionOf(worker), Payload: Buffer.from(JSON.stringify(event)) }),
  );
  const payload = Buffer.from(Payload ?? []).toString();
  if (FunctionError) throw new Error(`${worker} ended with an error: ${payload}`);
  const { batchItemFailures } = JSON.parse(payload) as SQSBatchResponse;
  if (batchItemFailures.length > 0) throw new Error(`${worker} failed on the message; its own line of the log says why.`);
}

const functionOf = (worker: RareWorker): string => environment('workerFunctions').replace('*', worker);
