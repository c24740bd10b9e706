import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../shared/model/kinds.ts';
import { scheduleEmail } from '../../../shared/mail/documents/schedule.ts';
import { instantIn } from '../../../shared/kernel/clock.ts';
import { transact } from '../../../shared/store/transact.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from './calls.ts';
import { invoiceEmailsCalls } from './scheduled-calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, act, remove, draft, issued, detailOf } = trader;
const { history } = emailCalls(service, trader);
const { runTwice } = invoiceEmailsCalls(service);

/** An issued invoice whose mail is to go out in an hour. */
async function scheduled(): Promise<string> {
  const { id } = await issued();
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(3600) })]);
  return id;
}

describe('scheduled mails (completions-documents §1.2, §1.11)', () => {
  it('the invoice shows when; the mail goes out once, within 5 minutes of its time, and is the system’s', async () => {
    const id = await scheduled();
    expect((await detailOf(id)).scheduledEmailAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await runTwice();
    expect(await history(id)).toEqual([]);
    await service().advance('PT65M');
    await runTwice();
    const [mail, ...others] = await history(id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      deliveryStatus: 'delivered',
      sentBy: { id: null, name: 'System', email: null },
      metadata: { automatic: true },
    });
    const detail = await detailOf(id);
    expect(detail.scheduledEmailAt).toBeNull();
    expect(detail.events.find(event => event.type === 'email_sent')).toMatchObject({ user: null });
  });

  it('cancelling the invoice removes it; deleting a draft does too', async () => {
    const id = await scheduled();
    await act(id, 'cancel', { reason: 'Comandată de două ori' });
    expect((await detailOf(id)).scheduledEmailAt).toBeNull();
    const { id: draftId } = await draft();
    await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: draftId, at: instantIn(3600) })]);
    expect((await remove(draftId)).status).toBe(204);
    await service().advance('PT65M');
    await runTwice();
    expect(await history(id)).toEqual([]);
  });
});
