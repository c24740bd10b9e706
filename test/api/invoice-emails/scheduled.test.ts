import { describe, expect, it } from 'vitest';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { recipientsWindow } from '#shared/output/mail/documents/accept.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { DOCUMENT_MAIL_RECIPIENTS } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { useOwnService, useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import type { Email } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';
import { emailCalls, newAddress } from './calls.ts';
import { invoiceEmailsCalls } from './scheduled-calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();
const trader = useTrader({ service, lasting: true });
const { scope, request, act, remove, draft, issued, detailOf, newTrader } = trader;
const { runTwice } = invoiceEmailsCalls(service);
const { history } = emailCalls(service, trader);

/** An issued invoice whose mail is to be sent in an hour. */
async function scheduled(): Promise<string> {
  const { id } = await issued();
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(3600) })]);
  return id;
}

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

  it('POST cancel-scheduled-email clears it: 200 with the invoice; again 200', async () => {
    const id = await scheduled();
    for (let time = 0; time < 2; time++) {
      const answer = await request('POST', `/invoices/${id}/cancel-scheduled-email`);
      expect([answer.status, answer.body.id, answer.body.scheduledEmailAt]).toEqual([200, id, null]);
    }
  });

  it.runIf(DEPTH)('a cancelled one is not sent at its time', async () => {
    const id = await scheduled();
    expect((await request('POST', `/invoices/${id}/cancel-scheduled-email`)).status).toBe(200);
    await service().advance('PT65M');
    await runTwice();
    expect(await history(id)).toEqual([]);
  });

  it.runIf(DEPTH)(
    'the invoice has its time; the mail is sent once, within 5 minutes of it, and its sender is the system',
    async () => {
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
    },
  );

  it.runIf(DEPTH)('cancelling the invoice removes it; deleting a draft does too', async () => {
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

  it.runIf(DEPTH)('one that can never be sent is removed, and blocks no other', async () => {
    const own = await newTrader();
    const [to, long] = [newAddress(), { name: 'N'.repeat(255), cui: null, type: 'individual' }];
    const { id: clientId } = await service().newClient(own.scope, { email: newAddress(), ...long });
    const { id: otherId } = await service().newClient(own.scope, { email: to, cui: null });
    const [tooLong, other] = [await own.inForce({ clientId }), await own.inForce({ clientId: otherId })];
    const body = '[[client_name]]'.repeat(3000);
    const made = await own.request('POST', '/email-templates', { name: 'Lung', subject: 'Lung', body, isDefault: true });
    expect(made.status).toBe(201);
    for (const { id } of [tooLong, other])
      await transact([scheduleEmail(KINDS.invoice, { companyId: own.scope.company, documentId: id, at: instantIn(-60) })]);
    await runTwice();
    expect((await own.detailOf(tooLong.id)).scheduledEmailAt).toBeNull();
    expect((await own.request<Email[]>('GET', `/invoices/${tooLong.id}/emails`)).body).toEqual([]);
    expect(await service().mailbox(to)).toHaveLength(1);
  });

  it.runIf(DEPTH)(
    'one above the hourly number of recipients waits, and is sent as a whole when there is room for all of them',
    async () => {
      const own = await newTrader();
      const [to, company] = [newAddress(), own.scope.company];
      const { id: clientId } = await service().newClient(own.scope, { email: to, cui: null });
      const { id } = await own.inForce({ clientId });
      const { organizationId = '' } = (await readCompany(company)) ?? {};
      const { limit } = DOCUMENT_MAIL_RECIPIENTS;
      const copies = { token: own.scope.token, body: { emailCc: 'a@copies.example', emailBcc: 'b@copies.example' } };
      expect((await service().api('PATCH', `/api/v1/companies/${company}`, copies)).status).toBe(200);
      // Room for two; this is a mail of three.
      await transact(windowWrites(DOCUMENT_MAIL_RECIPIENTS, recipientsWindow(organizationId), limit - 2));
      await transact([scheduleEmail(KINDS.invoice, { companyId: company, documentId: id, at: instantIn(-60) })]);
      await runTwice();
      expect(await service().mailbox(to)).toEqual([]);
      expect((await own.detailOf(id)).scheduledEmailAt).not.toBeNull();
      await service().advance('PT2H');
      await runTwice();
      expect((await service().mailbox(to)).map(({ cc, bcc }) => [cc, bcc])).toEqual([
        [['a@copies.example'], ['b@copies.example']],
      ]);
    },
  );
});
