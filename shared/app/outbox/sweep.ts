import { rareWork, type RareWorker } from '#shared/platform/aws/queues.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { CONVERSION_TASK } from '#shared/documents/delivery-notes/conversion/record.ts';
import { CLIENT_TASK } from '#shared/documents/invoices/client-changes/task.ts';
import { log, withLogFields } from '#shared/base/kernel/log.ts';
import { type DeferredTask, dueTasks, parkTask, postponeTask } from '#shared/platform/store/deferred-tasks.ts';
import { ConditionFailed, transact, type Write } from '#shared/platform/store/transact.ts';

/** Seconds until a queued task is queued again, if it is not done by then; doubled each time. */
const FIRST_DELAY = 300;

/** Maximum of times that a task is queued, over about two and a half hours, before it is parked. */
const MOST_TRIES = 5;

/** The worker for each kind of deferred task. */
const WORKERS: Record<typeof CLIENT_TASK | typeof CONVERSION_TASK, RareWorker> = {
  [CLIENT_TASK]: 'propagate-client-change',
  [CONVERSION_TASK]: 'complete-conversion',
};

/**
 * Queues the deferred tasks that are due. An unfinished task is queued up to 5 times with exponential backoff, then parked; its
 * last message goes to the dead-letter queue, which raises an alarm. Concurrent runs may queue a task twice: the workers are
 * idempotent.
 */
export async function sweep(): Promise<void> {
  await Promise.all((await dueTasks()).map(task => withLogFields({ companyId: task.companyId }, () => requeueOrPark(task))));
}

const requeueOrPark = (task: DeferredTask): Promise<void> => ((task.tries ?? 0) >= MOST_TRIES ? park(task) : requeue(task));

async function requeue(task: DeferredTask): Promise<void> {
  const { kind, companyId, id, tries = 0 } = task;
  if (!isKnown(kind)) throw new Error(`No worker does tasks of the kind ${kind}.`);
  const isStillOpen = await unlessDone(postponeTask(companyId, task, FIRST_DELAY * 2 ** tries));
  if (isStillOpen) await sendMessage(rareWork(WORKERS[kind], { companyId, id }));
}

async function park(task: DeferredTask): Promise<void> {
  const { kind, companyId, id } = task;
  const isStillOpen = await unlessDone(parkTask(companyId, task));
  if (isStillOpen) log.error(`Task parked after ${MOST_TRIES} attempts`, new Error('The task was never done.'), { kind, id });
}

const isKnown = (kind: string): kind is keyof typeof WORKERS => Object.hasOwn(WORKERS, kind);

/** Writes to a task, unless it was done meanwhile. @returns false when it was */
async function unlessDone(write: Write): Promise<boolean> {
  try {
    await transact([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
