import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleEmail } from '../../../shared/mail/documents/schedule.ts';
import { KINDS } from '../../../shared/model/kinds.ts';
import { instantIn } from '../../../shared/kernel/clock.ts';
import { transact } from '../../../shared/store/transact.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { type Sent, invoiceEmailsCalls } from './scheduled-calls.ts';

const service = useOwnService();
const { runTwice } = invoiceEmailsCalls(service);
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

/** An issued invoice whose mail is to go out in an hour. */
async function scheduled(): Promise<string> {
  const { id } = await issued(service(), scope, { clientId: scope.clientId });
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(3600) })]);
  return id;
}
const history = async (id: string) => (await call<Sent[]>(service(), scope, 'GET', `/invoices/${id}/emails`)).body;

describe('scheduled mails (completions-documents §1.2, §1.11)', () => {
  it('POST cancel-scheduled-email clears it: 200 with the invoice; again 200', async () => {
    const id = await scheduled();
    for (let time = 0; time < 2; time++) {
      const answer = await call(service(), scope, 'POST', `/invoices/${id}/cancel-scheduled-email`);
      expect([answer.status, answer.body.id, answer.body['scheduledEmailAt']]).toEqual([200, id, null]);
    }
    await service().advance('PT65M');
    await runTwice();
    expect(await history(id)).toEqual([]);
  });
});
