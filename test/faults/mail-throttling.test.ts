import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { mailableInvoices } from '../../shared/invoices/emails/mailable-invoices.ts';
import { newEmail, recordWrite } from '../../shared/mail/documents/accept.ts';
import type { EmailItem } from '../../shared/mail/documents/model.ts';
import { KINDS } from '../../shared/model/kinds.ts';
import { queryItems } from '../../shared/store/read.ts';
import { companyPartition, companyScope } from '../../shared/store/table.ts';
import { transact } from '../../shared/store/transact.ts';
import { sized } from '../support/effort.ts';
import { inForce } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, type User, useOwnService } from '../support/service.ts';

const PLENTY = { perSecond: 14, perDay: 50_000 };
/** What the mail service allows at the moment. */
const limits = { ...PLENTY };
const service = useOwnService({ machines: [], mailLimits: limits });

/** Otherwise a second message may meet the first at work: it waits for its visibility timeout, and finds nothing to do then. */
const comesOnce = process.env['LOCAL_STRICT'] !== 'all';

let user: User;
let scope: Scope;
beforeAll(async () => {
  user = await service().newUser();
  const { company } = await service().newCompany(user);
  scope = { token: await keyWith(service(), user, PERMISSIONS), company };
});
beforeEach(() => Object.assign(limits, PLENTY));

/** Mails with a new invoice, as many companies at once would have them accepted: beside what one may have in an hour. */
async function burst(size: number): Promise<{ invoiceId: string; addresses: string[] }> {
  const invoiceId = (await inForce(service(), scope)).id;
  const document = await mailableInvoices.read(companyScope(scope.company), invoiceId);
  if (!document) throw new Error('The invoice is gone.');
  const asked = { cc: [], bcc: [], attachPdf: false, attachXml: false, tracking: false, language: 'ro' as const };
  const addresses = Array.from({ length: size }, (_, n) => `burst-${n}-${invoiceId}@client.example`);
  const emails = addresses.map(to =>
    newEmail(document, { ...asked, to, subject: 'Factura', body: 'Factura.' }, { id: null, name: 'System', email: null }),
  );
  for (let from = 0; from < size; from += 25)
    await transact(emails.slice(from, from + 25).map(email => recordWrite(KINDS.invoice, email)));
  return { invoiceId, addresses };
}

const recordsOf = async (invoiceId: string) =>
  (
    await queryItems<EmailItem>({
      partition: companyPartition(companyScope(scope.company)),
      beginsWith: `${KINDS.invoice.prefix}MAIL#${invoiceId}#`,
    })
  ).map(({ data }) => data);

const queue = (name: string) =>
  service()
    .runtime.engines.sqs.depths()
    .find(one => one.name === name);

describe('What the mail service has no room for', () => {
  it('is sent later, once, and uses up neither a try nor a receive of the queue', async () => {
    const size = sized(60, 300);
    const most = Math.floor(size / 2);
    limits.perDay = (await service().mailbox()).length + most;
    // The rate is used up by others at first.
    limits.perSecond = 0;
    const { invoiceId, addresses } = await burst(size);
    await service().idle(120_000);
    const sent = async (): Promise<number> => (await recordsOf(invoiceId)).filter(({ state }) => state === 'sent').length;
    expect(await sent()).toBe(0);
    limits.perSecond = PLENTY.perSecond;
    for (let pass = 0; pass < 30 && (await sent()) < most; pass++) await service().advance('PT6M');
    expect(await sent()).toBe(most);
    // Then the quota.
    await service().advance('PT16M');
    expect(await sent()).toBe(most);
    limits.perDay = PLENTY.perDay;
    for (let pass = 0; pass < 30 && (await sent()) < size; pass++) await service().advance('PT16M');
    const records = await recordsOf(invoiceId);
    expect(new Set(records.map(({ deliveryStatus }) => deliveryStatus))).toEqual(new Set(['delivered']));
    expect(new Set(records.map(({ tries }) => tries))).toEqual(new Set([0]));
    expect(Math.max(...records.map(({ postponement }) => postponement?.times ?? 0))).toBeGreaterThan(1);
    const mailbox = (await service().mailbox()).flatMap(({ to }) => to).filter(to => addresses.includes(to));
    expect(mailbox.toSorted()).toEqual(addresses.toSorted());
    // What the sweep dispatched beside them comes back once its visibility timeout is over, and finds nothing to do.
    await service().advance('PT7M');
    expect(queue('document-email')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
    expect(queue('document-email-dead-letters')).toMatchObject({ visible: 0 });
  }, 600_000);

  it('has failed after 24 hours, with the reason', async () => {
    limits.perDay = 0;
    const { invoiceId } = await burst(1);
    await service().idle();
    await service().advance('PT23H');
    expect((await recordsOf(invoiceId))[0]).toMatchObject({ state: 'pending', deliveryStatus: 'queued', tries: 0 });
    await service().advance('PT2H');
    expect((await recordsOf(invoiceId))[0]).toMatchObject({
      state: 'failed',
      deliveryStatus: 'failed',
      bounceReason: 'The mail service had no room for the mail for 24 hours',
    });
  }, 120_000);

  it('waits also where the mail is about an account, which goes out once', async () => {
    const person = await service().newUser();
    limits.perDay = 0;
    const reset = async () =>
      (await service().mailbox(person.email)).filter(({ subject }) => /parol|password/i.test(subject)).length;
    await service().api('POST', '/api/auth/forgot-password', { body: { email: person.email } });
    await service().idle();
    expect(await reset()).toBe(0);
    if (comesOnce) expect(queue('email')).toMatchObject({ inFlight: 0 });
    limits.perDay = PLENTY.perDay;
    await service().advance('PT16M');
    expect(await reset()).toBe(1);
    if (comesOnce) expect(queue('email')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
  }, 60_000);
});

describe('A burst of mails with documents', () => {
  it('delays no password reset: that has a queue of its own and finds room beside them', async () => {
    const size = sized(150, 1_000);
    const { invoiceId } = await burst(size);
    await service().api('POST', '/api/auth/forgot-password', { body: { email: user.email } });
    await vi.waitFor(
      async () => expect((await service().mailbox(user.email)).some(({ subject }) => /parol|password/i.test(subject))).toBe(true),
      { timeout: 50_000, interval: 50 },
    );
    const waiting = (await recordsOf(invoiceId)).filter(({ state }) => state !== 'sent').length;
    console.log(`password reset sent while ${waiting} of ${size} mails with documents waited`);
    // Delivered twice, half of the mails that ask for room are second ones.
    expect(waiting).toBeGreaterThan(comesOnce ? size / 3 : 0);
    // What is left goes out faster: how long it takes at 14 a second is not in question.
    limits.perSecond = 500;
    for (let pass = 0; pass < 60 && (await recordsOf(invoiceId)).some(({ state }) => state !== 'sent'); pass++)
      await service().advance('PT6M');
    expect((await recordsOf(invoiceId)).every(({ state, tries }) => state === 'sent' && tries === 0)).toBe(true);
  }, 900_000);
});
