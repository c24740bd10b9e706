import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newEmail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const PERSON = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };

const trader = useTrader({ service, lasting: true });
const { scope, act } = trader;
const { enable, change, turnTo, offsets } = reminderCalls(service);

/** An invoice to a client with an address of its own, due in so many days. */
async function owed({ dueIn, ...overrides }: { dueIn: number; [field: string]: unknown }) {
  const email = newEmail();
  const client = await service().newClient(scope, { ...PERSON, name: email, email });
  const invoice = await trader.inForce({ clientId: client.id, dueDate: addDays(today(), dueIn), ...overrides });
  return { id: invoice.id, number: invoice.number, clientId: client.id, email, dueDate: addDays(today(), dueIn) };
}

beforeAll(() => void service().runtime.clock.freeze(true));

describe('Automatic reminders (OUT-87 to OUT-90)', () => {
  it('stops with the payment, the cancellation, the switch of the invoice, and the exclusion of the client', async () => {
    await enable(scope, { offsets: [1] });
    const [paid, cancelled, off, excluded, credited, open] = await Promise.all(
      Array.from({ length: 6 }, () => owed({ dueIn: 3 })),
    );
    if (!paid || !cancelled || !off || !excluded || !credited || !open) throw new Error('Six invoices.');
    await act(paid.id, 'payments', { amount: 121, paymentDate: today() });
    await act(cancelled.id, 'cancel', { reason: 'Comandată de două ori' });
    await trader.put(off.id, { remindersDisabled: true });
    await change(scope, { excludedClientIds: [excluded.clientId] });
    await trader.creditDraft({ id: credited.id }, { clientId: credited.clientId });
    await turnTo(addDays(open.dueDate, 1), '09:00');
    expect(await offsets(scope, open.id)).toEqual([1]);
    for (const { id } of [paid, cancelled, off, excluded, credited]) expect(await offsets(scope, id)).toEqual([]);
    await change(scope, { excludedClientIds: [] });
  });
});
