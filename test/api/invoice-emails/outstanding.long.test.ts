import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { instantIn, today } from '#shared/base/kernel/clock.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { newEmail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** `client_outstanding`, whose value requires a query of the client's other invoices, wherever variables are filled in. */

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { enable, turnTo } = reminderCalls(service);

const WORDS = { subject: 'Sold [[client_outstanding]]', body: 'Sold [[client_outstanding]]' };
const SHOWN = /^Sold 242[.,]00 RON$/;

/** A client that owes two invoices, and one of them. */
async function owing(fields: object = {}): Promise<{ id: string; email: string }> {
  const email = newEmail();
  const client = await service().newClient(trader.scope, { cui: null, vatCode: null, name: email, email });
  const [{ id }] = [
    await trader.inForce({ clientId: client.id, ...fields }),
    await trader.inForce({ clientId: client.id, ...fields }),
  ];
  await service().idle();
  return { id, email };
}

describe('the total that a client owes', () => {
  it('is in the preview, in the defaults, and in mails sent now and later', async () => {
    const { id, email } = await owing();
    const preview = await trader.request<{ subject: string }>('POST', '/email-templates/preview', { ...WORDS, documentId: id });
    expect([preview.status, preview.body.subject]).toEqual([200, expect.stringMatching(SHOWN)]);
    const template = await trader.request<{ id: string }>('POST', '/email-templates', {
      ...{ name: 'Sold', ...WORDS, category: 'invoice', isDefault: true },
    });
    expect(template.status).toBe(201);
    expect((await trader.request<{ subject: string }>('GET', `/invoices/${id}/email-defaults`)).body.subject).toMatch(SHOWN);
    await trader.request('POST', `/invoices/${id}/email`, { to: email });
    const { company: companyId } = trader.scope;
    await transact([scheduleEmail(KINDS.invoice, { companyId, documentId: id, at: instantIn(3600) })]);
    await service().idle();
    await service().advance('PT2H');
    const subjects = (await service().mailbox(email)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(SHOWN), expect.stringMatching(SHOWN)]);
  });

  it('is in reminders', async () => {
    await enable(trader.scope, { offsets: [1], templates: { final_notice: WORDS } });
    const { email } = await owing({ dueDate: addDays(today(), 1) });
    await turnTo(addDays(today(), 2), '09:00');
    const subjects = (await service().mailbox(email)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(SHOWN), expect.stringMatching(SHOWN)]);
  });
});
