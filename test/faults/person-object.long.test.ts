import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { newInvocation, ProcessDied, runAs } from '../../infra/local/invocation.ts';
import { EXIT } from '../../infra/person/person.ts';
import { instantIn, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { suppressionOf } from '#shared/output/mail/documents/suppression.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { newEmail } from '../support/accounts.ts';
import { places } from '../support/effort.ts';
import { usePersons } from '../support/faults/persons.ts';
import { codeOf } from '../support/refusals.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** `npm run person -- object`: no automatic mail any more, from no company, whatever call the command died at. */

const service = useOwnService();
const { scope, request, inForce } = useTrader({ service, lasting: true });
const { run, said, other } = usePersons(service);
const { enable } = reminderCalls(service);

const DUE_IN = 2;
const ANA = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, name: 'Ana Pop' };

/** A client of two companies, with an invoice that needs a reminder, and with a scheduled mail. */
async function owing(): Promise<{ email: string; clientId: string; invoiceId: string }> {
  const email = newEmail();
  const { id: clientId } = await service().newClient(scope, { ...ANA, email });
  await service().newClient(other(), { ...ANA, email: email.toUpperCase() });
  const { id: invoiceId } = await inForce({ clientId, dueDate: addDays(today(), DUE_IN) });
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: invoiceId, at: instantIn(3600) })]);
  return { email, clientId, invoiceId };
}

const reasons = (email: string) => Promise.all([scope.company, other().company].map(company => suppressionOf(company, email)));

async function objections(email: string): Promise<number> {
  await run('register', '--email', email);
  return said().filter(line => line.includes('  objection  done  ')).length;
}

beforeAll(() => enable(scope, { offsets: [0] }));

it('stops automatic mails of every company, not those that a user forces; a dry run writes nothing', async () => {
  const [bystander, ana, byRecord] = [await owing(), await owing(), await owing()];
  expect(await run('object', '--email', ana.email)).toBe(EXIT.done);
  expect(said().at(-1)).toMatch(/^Nothing was written in .*: 2 entries would be added/);
  expect(await reasons(ana.email)).toEqual([undefined, undefined]);
  expect(await objections(ana.email)).toBe(0);

  expect(await run('object', '--email', ana.email, '--confirm')).toBe(EXIT.done);
  expect(said().join()).toMatch(/2 entries/);
  expect(said().join()).not.toContain(ana.email);
  expect(await objections(ana.email)).toBe(1);
  expect(await run('object', '--client', `${scope.company}/${byRecord.clientId}`, '--confirm')).toBe(EXIT.done);
  for (const { email } of [ana, byRecord]) expect(await reasons(email)).toEqual(['unsubscribed', 'unsubscribed']);
  expect(await run('object', '--email', ana.email, '--confirm')).toBe(EXIT.done);
  expect(said()[0]).toBe('2 entries are on suppression lists already.');

  const send = (body: object) =>
    request<never>('POST', `/invoices/${ana.invoiceId}/email`, {
      to: 'dan@client.example',
      cc: [ana.email],
      attachPdf: false,
      ...body,
    });
  expect(codeOf(await send({}))).toEqual([422, 'validation_error']);
  for (let day = 0; day <= DUE_IN; day++) await service().advance('P1D');
  const mails = await Promise.all([bystander, ana, byRecord].map(({ email }) => service().mailbox(email)));
  // The scheduled mail and the reminder.
  expect(mails.map(({ length }) => length)).toEqual([2, 0, 0]);
  expect((await send({ force: true })).status).toBe(200);
});

it('continues after it died at any call, and after lost responses', async () => {
  const { faults } = service().runtime;
  const invoked = async (email: string): Promise<number> => {
    const invocation = newInvocation(randomUUID(), 'person');
    await runAs(invocation, () => run('object', '--email', email, '--confirm')).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error;
    });
    return invocation.calls.length;
  };
  const calls = await invoked((await owing()).email);
  for (const at of places(calls, 5))
    for (const when of ['before', 'after', 'lostAnswer'] as const) {
      const { email } = await owing();
      faults.crash({ call: at, when, name: 'person' });
      await invoked(email);
      expect(faults.crashed(), `${when} call ${at} of ${calls}`).toBe(true);
      faults.clear();
      // What is in the register is written.
      if ((await objections(email)) > 0) expect(await reasons(email)).toEqual(['unsubscribed', 'unsubscribed']);
      expect(await run('object', '--email', email, '--confirm')).toBe(EXIT.done);
      expect(await reasons(email)).toEqual(['unsubscribed', 'unsubscribed']);
      expect(await objections(email)).toBeGreaterThan(0);
    }
}, 600_000);
