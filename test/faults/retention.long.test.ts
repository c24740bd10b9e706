import { expect, it } from 'vitest';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { put, remove, transact } from '#shared/platform/store/transact.ts';
import { continueRetention } from '#shared/app/retention/run.ts';
import { LONG_AGO, retentionCalls } from '../support/companies/past.ts';
import { filesNaming, itemsNaming } from '../support/companies/purged.ts';
import { advanceToNoon } from '../support/anchors/noon.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, issued, lastingTrader } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';

/** The removal of what is past its time: it may die at any call, run twice, and several may run at once. */

const service = useOwnService();
const { retentionOf, start, choose, audits, invoiceOf, on } = retentionCalls(service);

type Subject = Scope & { name: string; invoiceId: string; creditId: string };

let made = 0;

/** A company with an old invoice and its credit note. */
async function seeded(): Promise<Subject> {
  const scope = await lastingTrader(service());
  const name = `Veche ${++made}`;
  const documents = await invoiceOf(scope, name, LONG_AGO);
  await choose(scope, { documentYears: 5 });
  await service().idle();
  return { ...scope, ...documents, name };
}

async function expectRemoved(subject: Subject, what: string): Promise<void> {
  const { body } = await retentionOf(subject);
  expect([what, body.past, body.run?.status, body.run?.removed]).toEqual([
    ...[what, { drafts: 0, documents: 0, clients: 0 }, 'done'],
    { drafts: 0, documents: 2, clients: 0 },
  ]);
  for (const id of [subject.invoiceId, subject.creditId]) {
    const left = (await itemsNaming(id)).filter(({ expiresAt }) => expiresAt === undefined).map(({ kind }) => kind);
    expect([what, left.filter(kind => kind !== 'number' && kind !== 'gone')]).toEqual([what, []]);
    expect([what, await filesNaming(id)]).toEqual([what, []]);
  }
  const found = await audits(subject);
  expect([what, found.every(({ chainHolds }) => chainHolds), found.flatMap(({ expired }) => expired).length]).toEqual([
    what,
    true,
    2,
  ]);
  const list = await call<{ total: number }>(service(), subject, 'GET', '/invoices');
  expect([what, list.body.total]).toEqual([what, 0]);
}

it('continues after it dies at any of its calls, and after lost responses', async () => {
  const subjects: Subject[] = [];
  const calls = await interruptEveryCall(service(), {
    name: 'workers-purge-retained',
    step: 20,
    run: async () => {
      const subject = await seeded();
      subjects.push(subject);
      expect((await start(subject)).status).toBe(202);
      await service().idle();
    },
    check: async () => {
      await service().advance('PT2H');
      for (const [place, subject] of subjects.entries()) await expectRemoved(subject, `run ${place}`);
    },
  });
  expect(calls).toBeGreaterThan(20);
}, 1_200_000);

it('a document within its time that is missing stays a finding, whatever its number says; no series with numbers is deleted', async () => {
  const subject = await seeded();
  const { name: _, ...scope } = subject;
  const young = await invoiceOf({ ...scope, clientId: (await service().newClient(scope)).id }, 'Tânără', today());
  await start(subject);
  await service().idle();
  const { body: series } = await call<{ id: string }[]>(service(), subject, 'GET', '/document-series');
  for (const { id } of series)
    if ((await call<{ count: number }>(service(), subject, 'GET', `/document-series/${id}/audit`)).body.count > 0)
      expect((await call(service(), subject, 'DELETE', `/document-series/${id}`)).status).toBe(409);
  const [number] = (await itemsNaming(young.invoiceId)).filter(({ kind }) => kind === 'number') as (Item & { row: object })[];
  const expired = { at: instant(), issueDate: today() };
  await transact([
    remove(documentKey(KINDS.invoice, subject.company, young.invoiceId)),
    ...(number ? [put({ ...number, row: { ...number.row, expired } })] : []),
  ]);
  const problems = (await audits(subject)).flatMap(audit => audit.problems);
  expect(problems).toEqual([expect.objectContaining({ message: 'The document that took the number is gone.' })]);
});

it('a young document that is missing is a finding, although its number says that it was removed after its time', async () => {
  await advanceToNoon(service());
  const subject = await seeded();
  // The anchor of this day does not have the number of the next document.
  await service().advance('P1D');
  const { name: _, ...scope } = subject;
  const young = await issued(service(), scope, { clientId: (await service().newClient(scope)).id });
  await start(subject);
  await service().idle();
  expect((await audits(subject)).flatMap(audit => audit.problems)).toEqual([]);
  const [number] = (await itemsNaming(young.id)).filter(({ kind }) => kind === 'number') as (Item & { row: object })[];
  await transact([
    remove(documentKey(KINDS.invoice, subject.company, young.id)),
    ...(number ? [put({ ...number, row: { ...number.row, expired: { at: instant(), issueDate: LONG_AGO } } })] : []),
  ]);
  const problems = (await audits(subject)).flatMap(audit => audit.problems);
  expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('issued within the time of the law') })]);
});

it('several can run at once, one step at a time, and again when it is done', async () => {
  const subject = await seeded();
  // Not the worker: its message comes when all is done.
  const { body } = await start(subject);
  expect(body.run?.status).toBe('running');
  const whole = async (): Promise<void> => {
    let steps = 0;
    while (await continueRetention(subject.company, () => ++steps % 2 === 0));
  };
  await Promise.all([whole(), whole(), continueRetention(subject.company, () => true)]);
  await service().idle();
  expect(await continueRetention(subject.company, () => true)).toBe(false);
  await expectRemoved(subject, 'at once');
  // The next one finds nothing, and counts its own.
  expect((await start(subject)).status).toBe(202);
  await service().idle();
  expect((await retentionOf(subject)).body.run).toMatchObject({ status: 'done', removed: { documents: 0 } });
});

it('the yearly notice is mailed once, whichever of its calls is interrupted', async () => {
  const recipients: string[] = [];
  await interruptEveryCall(service(), {
    name: 'workers-notify-retention',
    run: async () => {
      const user = await service().newUser();
      const { company } = await service().newCompany(user);
      const scope = { token: user.token, company };
      const { id: clientId } = await service().newClient(scope);
      await on(LONG_AGO, () => issued(service(), scope, { clientId, issueDate: LONG_AGO, dueDate: LONG_AGO }));
      await service().idle();
      await sendMessage(rareWork('notify-retention', { companyId: company, day: '2026-07-02' }));
      await service().idle();
      recipients.push(user.email);
    },
    check: async () => {
      await service().advance('PT2H');
      for (const email of recipients) {
        const subjects = (await service().mailbox(email)).map(({ subject }) => subject ?? '');
        expect(subjects.filter(subject => subject.startsWith('Date cu termen'))).toHaveLength(1);
      }
    },
  });
});
