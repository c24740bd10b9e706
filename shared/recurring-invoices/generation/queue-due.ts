import { sendMessage } from '../../aws/send-message.ts';
import { instant, instantIn } from '../../kernel/clock.ts';
import { dueRows } from '../../store/due-work.ts';
import { ConditionFailed, transact, update } from '../../store/transact.ts';
import type { RecurringHeader } from '../model.ts';
import { DUE_TEMPLATES, templateKey } from '../store.ts';

/** Rows that one run takes from each partition of the index at a time, how often, and how many of them side by side. */
const AT_ONCE = 100;
const ROUNDS = 20;
const SIDE_BY_SIDE = 50;

/** Seconds until a template that was handed over is due again, if it has not moved on by then: its message may be lost. */
const AGAIN_SECONDS = 1800;

/** Hands the templates whose date has come to the queue, one message each. Running twice hands over twice: each date has one document. */
export async function queueDueTemplates(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const templates = await dueRows<RecurringHeader>(DUE_TEMPLATES, AT_ONCE);
    let isAnyNew = false;
    for (let first = 0; first < templates.length; first += SIDE_BY_SIDE) {
      const handed = await Promise.all(templates.slice(first, first + SIDE_BY_SIDE).map(handOver));
      isAnyNew ||= handed.includes(true);
    }
    if (!isAnyNew) return;
  }
}

/** @returns false for a template that another run has handed over, or that has changed: the index lags */
async function handOver(template: RecurringHeader): Promise<boolean> {
  try {
    await transact([
      update(templateKey(template), {
        expression: 'SET dueAt = :again',
        values: { ':again': instantIn(AGAIN_SECONDS), ':now': instant() },
        condition: 'dueAt <= :now',
      }),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
  await sendMessage({ queue: 'recurring-invoices', body: { companyId: template.companyId, id: template.id } });
  return true;
}
