import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { newInvocation, ProcessDied, runAs } from '../../infra/local/invocation.ts';
import { EXIT } from '../../infra/person/person.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { suppressionOf, unsubscriptionWrite } from '#shared/output/mail/documents/suppression.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { emailCalls } from '../api/invoice-emails/calls.ts';
import { newEmail } from '../support/accounts.ts';
import { places } from '../support/effort.ts';
import { usePersons } from '../support/faults/persons.ts';
import { codeOf } from '../support/refusals.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** `npm run person -- restrict`: no mail with a document at all until it is lifted, whatever call the command died at. */

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, inForce } = trader;
const { send, history } = emailCalls(service, trader);
const { run, said, other } = usePersons(service);
const { enable } = reminderCalls(service);

const ANA = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, name: 'Ana Pop' };

/** A client of two companies, with an invoice of which they are reminded tomorrow. */
async function owing(): Promise<{ email: string; clientId: string; invoiceId: string }> {
  const email = newEmail();
  const { id: clientId } = await service().newClient(scope, { ...ANA, email });
  await service().newClient(other(), { ...ANA, email: email.toUpperCase() });
  const { id: invoiceId } = await inForce({ clientId, dueDate: addDays(today(), 1) });
  return { email, clientId, invoiceId };
}

const reasons = (email: string) => Promise.all([scope.company, other().company].map(company => suppressionOf(company, email)));
const RESTRICTED = ['restricted', 'restricted'];
const FREE = [undefined, undefined];

async function registered(email: string): Promise<string[]> {
  await run('register', '--email', email);
  return said().map(line => line.split('  ').slice(1, 3).join(' '));
}

beforeAll(() => enable(scope, { offsets: [0] }));

it('stops every mail with a document, forced ones too, until it is lifted; an objection outlasts it', async () => {
  const [ana, byRecord] = [await owing(), await owing()];
  const restrict = (...more: string[]): Promise<number> => run('restrict', '--email', ana.email, ...more);
  // Accepted before, sent after: the restriction holds.
  service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
  expect((await send(ana.invoiceId, { to: ana.email, attachPdf: false })).status).toBe(200);
  await service().idle();
  expect(await restrict()).toBe(EXIT.done);
  expect(said().at(-1)).toMatch(/^Nothing was written in .*: 2 addresses of companies would be restricted/);
  expect(await reasons(ana.email)).toEqual(FREE);
  expect(await restrict('--confirm')).toBe(EXIT.done);
  expect(said().join()).not.toContain(ana.email);
  expect(await run('restrict', '--client', `${scope.company}/${byRecord.clientId}`, '--confirm')).toBe(EXIT.done);
  for (const { email } of [ana, byRecord]) expect(await reasons(email)).toEqual(RESTRICTED);
  expect(await restrict('--confirm')).toBe(EXIT.done);
  expect(said()).toEqual([expect.stringMatching(/^Nothing is to be restricted in /)]);

  for (const field of ['to', 'cc', 'bcc'])
    for (const force of [false, true]) {
      const refused = await send(ana.invoiceId, { to: newEmail(), [field]: ana.email.toUpperCase(), force });
      expect([field, ...codeOf(refused)]).toEqual([field, 422, 'validation_error']);
      expect(JSON.stringify(refused.body.error)).toMatch(/GDPR art\. 18/);
    }
  await service().advance('P1D');
  await service().advance('P1D');
  for (const { email } of [ana, byRecord]) expect(await service().mailbox(email)).toEqual([]);
  expect(await history(ana.invoiceId)).toMatchObject([{ bounceReason: 'The recipient asked that their data is not used' }]);

  // An objection that is entered meanwhile stays.
  expect(await run('object', '--email', ana.email, '--confirm')).toBe(EXIT.done);
  expect(await restrict('--lift')).toBe(EXIT.done);
  expect(await reasons(ana.email)).toEqual(RESTRICTED);
  expect(await restrict('--lift', '--confirm')).toBe(EXIT.done);
  expect(await reasons(ana.email)).toEqual(['unsubscribed', 'unsubscribed']);
  expect(await restrict('--lift', '--confirm')).toBe(EXIT.done);
  expect(said()).toEqual([expect.stringMatching(/^Nothing is to be released in /)]);
  expect((await send(ana.invoiceId, { to: ana.email, attachPdf: false, force: true })).status).toBe(200);
  expect(await registered(ana.email)).toEqual([
    ...['restriction done', 'restriction done', 'objection done'],
    ...['restriction lifted', 'restriction lifted'],
  ]);
});

it('an erasure leaves no restriction that states the address', async () => {
  const { email } = await owing();
  await run('restrict', '--email', email, '--confirm');
  expect(await run('erase', '--email', email, '--confirm')).toBe(EXIT.done);
  expect(await reasons(email)).toEqual(['unsubscribed', 'unsubscribed']);
});

it('continues after it died at any call, and after lost responses; so does the lifting', async () => {
  const { faults } = service().runtime;
  const invoked = async (email: string, ...more: string[]): Promise<number> => {
    const invocation = newInvocation(randomUUID(), 'person');
    await runAs(invocation, () => run('restrict', '--email', email, '--confirm', ...more)).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error;
    });
    return invocation.calls.length;
  };
  const calls = await invoked((await owing()).email);
  for (const at of places(calls, 4))
    for (const when of ['before', 'after', 'lostAnswer'] as const) {
      const { email } = await owing();
      await transact([unsubscriptionWrite(other().company, email, instant())]);
      for (const { more, done } of [
        { more: [], done: RESTRICTED },
        { more: ['--lift'], done: [undefined, 'unsubscribed'] },
      ]) {
        faults.crash({ call: at, when, name: 'person' });
        await invoked(email, ...more);
        expect(faults.crashed(), `${when} call ${at} of ${calls}`).toBe(true);
        faults.clear();
        expect(await run('restrict', '--email', email, '--confirm', ...more)).toBe(EXIT.done);
        expect(await reasons(email)).toEqual(done);
      }
      expect(await registered(email)).toEqual(expect.arrayContaining(['restriction done', 'restriction lifted']));
    }
}, 600_000);
