import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { scheduledCalls } from './scheduled-mail-calls.ts';

const service = useOwnService();
const { scheduled, request, runTwice, history } = scheduledCalls(service);

describe('scheduled mails (completions-documents §1.2, §1.11)', () => {
  it('a cancelled one is not sent at its time', async () => {
    const id = await scheduled();
    expect((await request('POST', `/invoices/${id}/cancel-scheduled-email`)).status).toBe(200);
    await service().advance('PT65M');
    await runTwice();
    expect(await history(id)).toEqual([]);
  });
});
