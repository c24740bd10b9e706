import { describe, expect, it } from 'vitest';
import { scheduleEmail } from '../../../shared/mail/documents/schedule.ts';
import { KINDS } from '../../../shared/model/kinds.ts';
import { instantIn } from '../../../shared/kernel/clock.ts';
import { transact } from '../../../shared/store/transact.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from './calls.ts';
import { invoiceEmailsCalls } from './scheduled-calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, request, issued } = trader;
const { history } = emailCalls(service, trader);
const { runTwice } = invoiceEmailsCalls(service);

/** An issued invoice whose mail is to go out in an hour. */
async function scheduled(): Promise<string> {
  const { id } = await issued();
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(3600) })]);
  return id;
}

describe('scheduled mails (completions-documents §1.2, §1.11)', () => {
  it('POST cancel-scheduled-email clears it: 200 with the invoice; again 200', async () => {
    const id = await scheduled();
    for (let time = 0; time < 2; time++) {
      const answer = await request('POST', `/invoices/${id}/cancel-scheduled-email`);
      expect([answer.status, answer.body.id, answer.body.scheduledEmailAt]).toEqual([200, id, null]);
    }
    await service().advance('PT65M');
    await runTwice();
    expect(await history(id)).toEqual([]);
  });
});
