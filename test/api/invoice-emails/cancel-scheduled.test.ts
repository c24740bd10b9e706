import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { scheduledCalls } from './scheduled-mail-calls.ts';

const service = useService();
const { scheduled, request } = scheduledCalls(service);

describe('scheduled mails (OUT-48 to OUT-50)', () => {
  it('POST cancel-scheduled-email clears it: 200 with the invoice; again 200', async () => {
    const id = await scheduled();
    for (let time = 0; time < 2; time++) {
      const answer = await request('POST', `/invoices/${id}/cancel-scheduled-email`);
      expect([answer.status, answer.body.id, answer.body.scheduledEmailAt]).toEqual([200, id, null]);
    }
  });
});
