import { describe, expect, it } from 'vitest';
import { KINDS } from '#shared/model/kinds.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { useService } from '../../support/service.ts';
import { newAddress } from './calls.ts';
import { scheduledCalls } from './scheduled-mail-calls.ts';

const service = useService();

const { newTrader, runTwice } = scheduledCalls(service);

describe('scheduled mails (OUT-48 to OUT-50)', () => {
  it('uses the recipient, the template and the copies at the time of sending, in the language of the invoice', async () => {
    const own = await newTrader();
    const { id: clientId } = await service().newClient(own.scope, { email: newAddress() });
    const [romanian, english] = [await own.issued({ clientId }), await own.issued({ clientId, language: 'en' })];
    // Its time has passed already: the next run sends it.
    for (const { id } of [romanian, english])
      await transact([scheduleEmail(KINDS.invoice, { companyId: own.scope.company, documentId: id, at: instantIn(-86_400) })]);
    const to = newAddress();
    expect((await own.request('PATCH', `/clients/${clientId}`, { email: to })).status).toBe(200);
    const words = { name: 'Nou', subject: 'Nou: [[invoice_number]]', body: 'Text', isDefault: true };
    expect((await own.request('POST', '/email-templates', words)).status).toBe(201);
    expect((await own.request('POST', '/email-templates', { ...words, subject: 'New', language: 'en' })).status).toBe(201);
    const { token, company } = own.scope;
    const copies = { emailBcc: 'arhiva@copies.example' };
    expect((await service().api('PATCH', `/api/v1/companies/${company}`, { token, body: copies })).status).toBe(200);
    await runTwice();
    const mails = await service().mailbox(to);
    expect(mails.map(mail => [mail.subject, mail.bcc]).toSorted()).toEqual([
      ['New', ['arhiva@copies.example']],
      [`Nou: ${romanian.number}`, ['arhiva@copies.example']],
    ]);
  });
});
