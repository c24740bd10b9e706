import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { scheduledCalls } from './scheduled-mail-calls.ts';

const service = useOwnService();
const { scheduled, request, runTwice, history } = scheduledCalls(service);

describe('scheduled mails (OUT-48 to OUT-50)', () => {
  it('a cancelled one is not sent at its time', async () => {
    const id = await scheduled();
    expect((await request('POST', `/invoices/${id}/cancel-scheduled-email`)).status).toBe(200);
    await service().advance('PT65M');
    await runTwice();
    expect(await history(id)).toEqual([]);
  });
});
