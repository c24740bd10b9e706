import { expect, it } from 'vitest';
import { createWrites } from '#shared/documents/common/store.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { RareWork } from '#shared/platform/aws/queues.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { RunTask } from '#shared/documents/reminders/run.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

// Deliveries are counted, and the messages that the test sends are the repetitions.
const service = useOwnService({ deliversTwice: false });
const { scope, inForce } = useTrader({ service, lasting: true });
const { enable, turnTo } = reminderCalls(service);

/** Enough for two parts: of 50, and of the rest. */
const MANY = 55;

/** The messages of reminders that wait for their time. */
const delayed = (): number | undefined =>
  service()
    .runtime.engines.sqs.depths()
    .find(({ name }) => name === 'unhurried')?.delayed;

const deliver = async (more: Partial<RunTask>): Promise<void> => {
  const task = { companyId: scope.company, run: 'reminders', day: today(), ...more };
  service().runtime.engines.sqs.deliver('unhurried', JSON.stringify({ worker: 'run-reminders', body: task } satisfies RareWork));
  await service().idle();
};

it('a run of many reminders that is delivered again queues nothing more', async () => {
  service().runtime.clock.freeze(true);
  const day = addDays(today(), 1);
  await turnTo(day, '08:00');
  const { id } = await inForce({ dueDate: day });
  const stored = await readInvoice(scope.company, id);
  if (!stored) throw new Error('The invoice is not stored.');
  // Without a reminder: only its parts count.
  const clientId = stored.document.clientId ?? '';
  await enable(scope, { offsets: [0], sendTime: '09:00', internalNotices: false, excludedClientIds: [clientId] });
  const copies = Array.from({ length: MANY }, (_, place) => ({
    ...stored.document,
    id: newId(),
    number: `L-${place}`,
    version: 1,
  }));
  while (copies.length > 0) await Promise.all(copies.splice(0, 20).map(copy => transact(createWrites(INVOICES, copy, []))));
  await service().advance('PT1M');
  await turnTo(day, '09:00');
  // The first part is done at once, the second a minute later.
  expect(delayed()).toBe(1);
  await deliver({});
  expect(delayed()).toBe(1);

  // The message that queues the parts beyond those of the first one has its own mark.
  const after = '00000000-0000-4000-8000-000000000000';
  await deliver({ after });
  expect(delayed()).toBe(2);
  await deliver({ after });
  expect(delayed()).toBe(2);
});
