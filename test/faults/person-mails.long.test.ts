import { beforeAll, describe, expect, it } from 'vitest';
import { EXIT, person } from '../../infra/person/person.ts';
import { instantIn, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { unsubscriptionWrite } from '#shared/output/mail/documents/suppression.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { newEmail } from '../support/accounts.ts';
import { codeOf } from '../support/refusals.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** Automatic mails to people whose address a company, or an erasure, has removed. */

const service = useOwnService();
const { scope, request, inForce } = useTrader({ service, lasting: true });
const { enable } = reminderCalls(service);

const DUE_IN = 2;

/** A private person with an invoice that needs a reminder, and with a scheduled mail. */
async function owing(): Promise<{ email: string; clientId: string; invoiceId: string }> {
  const email = newEmail();
  const client = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, name: 'Bela Pop' };
  const { id: clientId } = await service().newClient(scope, { ...client, email });
  const { id: invoiceId } = await inForce({ clientId, dueDate: addDays(today(), DUE_IN) });
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: invoiceId, at: instantIn(3600) })]);
  return { email, clientId, invoiceId };
}

const erased = (email: string): Promise<number> =>
  person(['erase', '--email', email, '--confirm', '--local', service().url], {
    say: () => {},
    write: () => Promise.resolve(),
    setEnvironment: () => {},
  });

/** The mails that an address gets in the days of its reminders. */
async function mailsTo(...addresses: string[]): Promise<number[]> {
  for (let day = 0; day <= DUE_IN; day++) await service().advance('P1D');
  return Promise.all(addresses.map(async address => (await service().mailbox(address)).length));
}

beforeAll(() => enable(scope, { offsets: [0] }));

describe('automatic mails', () => {
  it('are not sent to people who were erased or whose address was removed, also where a copy in the document had it', async () => {
    const [bystander, removed, gone, again, unsubscribed] = [
      await owing(),
      await owing(),
      await owing(),
      await owing(),
      await owing(),
    ];
    await request('PATCH', `/clients/${removed.clientId}`, { email: null });
    await transact([unsubscriptionWrite(scope.company, unsubscribed.email, instantIn(0))]);
    for (const { email } of [gone, again, unsubscribed]) expect(await erased(email)).toBe(EXIT.done);
    // The company still has the addresses on paper.
    for (const { clientId, email } of [again, unsubscribed])
      expect((await request('PATCH', `/clients/${clientId}`, { email: email.toUpperCase() })).status).toBe(200);

    for (const { invoiceId } of [removed, gone])
      expect((await request<{ to: null }>('GET', `/invoices/${invoiceId}/email-defaults`)).body.to).toBeNull();
    const those = [bystander, removed, gone, again, unsubscribed].map(({ email }) => email);
    // The scheduled mail and the reminder.
    expect(await mailsTo(...those)).toEqual([2, 0, 0, 0, 0]);
  });

  it('may still be sent by a user to an erased address that the company has entered again, with force', async () => {
    const { email, invoiceId } = await owing();
    expect(await erased(email)).toBe(EXIT.done);
    const send = (body: object) =>
      request<never>('POST', `/invoices/${invoiceId}/email`, { to: email, attachPdf: false, ...body });
    const refused = await send({});
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
    expect((await send({ force: true })).status).toBe(200);
  });
});
