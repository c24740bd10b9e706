import type { SendableQueue } from '../aws/queues.ts';
import { sendMessage } from '../aws/send-message.ts';
import { log } from '../kernel/log.ts';
import { type FollowUp, dueWork, postpone, setAside } from '../store/deferred-tasks.ts';
import { companyScope } from '../store/table.ts';
import { ConditionFailed, transact } from '../store/transact.ts';

/** Seconds until work that was handed on is looked after again, if nobody has done it by then; doubled each time. */
const AGAIN = 300;

/** Times that work is handed on, within two and a half hours. Its messages are among the dead letters then, which raise an alarm. */
const TIMES = 5;

/** Who does work of each kind. */
const WORKERS: Record<FollowUp['kind'], { queue: SendableQueue }> = { render: { queue: 'render' }, client: { queue: 'follow' } };

/** Hands work that is due to its queue. Running twice hands it on twice: the receivers are idempotent. */
export async function sweep(): Promise<void> {
  await Promise.all((await dueWork()).map(handOn));
}

async function handOn(work: FollowUp): Promise<void> {
  const scope = companyScope(work.companyId);
  const tries = work.tries ?? 0;
  const isLost = tries >= TIMES;
  try {
    await transact([isLost ? setAside(scope, work) : postpone(scope, work, AGAIN * 2 ** tries)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return; // Done meanwhile.
    throw error;
  }
  if (isLost)
    return log.error('Work set aside', new Error(`Handed on ${tries} times, and never done.`), { kind: work.kind, id: work.id });
  await sendMessage({ ...WORKERS[work.kind], body: { companyId: work.companyId, id: work.id } });
}
