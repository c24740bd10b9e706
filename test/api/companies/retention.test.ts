import { expect, it } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { daysBetween } from '#shared/base/kernel/dates.ts';
import { readRun } from '#shared/app/retention/record.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { call, draft, issued, lastingTrader } from '../../support/invoices.ts';
import { LONG_AGO, retentionCalls } from '../../support/companies/past.ts';
import { filesNaming, itemsNaming } from '../../support/companies/purged.ts';
import { keyWith } from '../../support/members.ts';
import { codeOf } from '../../support/refusals.ts';
import { useOwnService } from '../../support/service.ts';

/** What of a company is past its time, and its removal (COM-73 to COM-77). */

const service = useOwnService();
const { retentionOf, start, choose, audits, invoiceOf, others, on } = retentionCalls(service);

it('keeps everything until the company chooses otherwise; never less than the law', async () => {
  const scope = await lastingTrader(service());
  expect((await retentionOf(scope)).body).toMatchObject({ past: { drafts: 0, documents: 0, clients: 0 }, run: null });
  expect(codeOf((await start(scope)) as never)).toEqual([422, 'validation_error']);
  const refused = await choose(scope, { documentYears: 4 });
  expect(refused.body.error.details).toEqual({
    'retention.documentYears': ['must be at least 5: the law has documents kept for that long'],
  });
  const { body } = await choose(scope, { documentYears: 7 });
  expect(body.retention).toEqual({ draftMonths: null, documentYears: 7, clientMonths: null });
  expect((await choose(scope, null)).body.retention).toMatchObject({ documentYears: null });
  expect((await start(scope, { confirm: 'yes' })).status).toBe(422);
});

it('removes what is past its time and nothing else; the numbers stay provable', async () => {
  const scope = await lastingTrader(service());
  const old = await invoiceOf(scope, 'Veche Maria', LONG_AGO);
  // Its credit note is within its time: the two belong together.
  const credited = await invoiceOf(scope, 'Vasile Pop', LONG_AGO, today());
  const recent = await invoiceOf(scope, 'Nicolae Dan', today());
  // Paid lately: the payment is of this year.
  const { clientId } = credited;
  const dated = { issueDate: LONG_AGO, dueDate: LONG_AGO };
  const paid = await on(LONG_AGO, () => issued(service(), scope, { ...dated, clientId }));
  // Dated back: it was issued today.
  const backdated = await issued(service(), scope, { ...dated, clientId });
  const payment = { amount: 1, paymentDate: today(), paymentMethod: 'cash' };
  expect((await call(service(), scope, 'POST', `/invoices/${paid.id}/payments`, payment)).status).toBe(201);
  // VAT on collection: its payment has an entry of its own in the month in which it was paid.
  const collects = (vatOnCollection: boolean) =>
    call(service(), scope, 'PATCH', `/companies/${scope.company}`, { vatOnCollection });
  await collects(true);
  const collected = await on(LONG_AGO, () => issued(service(), scope, { ...dated, clientId: old.clientId }));
  await collects(false);
  const earlier = { amount: 1, paymentDate: LONG_AGO, paymentMethod: 'cash' };
  expect((await call(service(), scope, 'POST', `/invoices/${collected.id}/payments`, earlier)).status).toBe(201);
  // Without it, the payment has an entry for ledgers.
  const plain = await on(LONG_AGO, () => issued(service(), scope, { ...dated, clientId: old.clientId }));
  expect((await call(service(), scope, 'POST', `/invoices/${plain.id}/payments`, earlier)).status).toBe(201);
  expect((await itemsNaming(plain.id)).filter(({ kind }) => kind === 'fiscal-entry')).toHaveLength(2);
  const { proformaId, noteId } = await others(scope, LONG_AGO, today());
  const { id: draftId } = await draft(service(), scope, { issueDate: LONG_AGO, dueDate: LONG_AGO });
  await service().idle();
  const before = await audits(scope);
  expect(before.flatMap(({ problems }) => problems)).toEqual([]);

  await choose(scope, { draftMonths: 2, documentYears: 5, clientMonths: 2 });
  expect((await retentionOf(scope)).body.past).toEqual({ drafts: 0, documents: 6, clients: 0 });
  await service().advance('P70D');
  expect((await retentionOf(scope)).body.past).toMatchObject({ drafts: 3, documents: 6 });

  const started = await start(scope);
  expect([started.status, started.body.run?.status]).toEqual([202, 'running']);
  expect(codeOf((await start(scope)) as never)).toEqual([409, 'conflict']);
  await service().idle();
  const { body } = await retentionOf(scope);
  expect(body.run).toMatchObject({
    status: 'done',
    startedBy: { name: expect.any(String) as string },
    // Of whom nothing was left, and the one of the drafts.
    removed: { drafts: 3, documents: 4, clients: 2 },
  });

  // Nothing has the person any more, nor an id of the documents but the register; events of webhooks expire.
  const lasting = async (text: string) => (await itemsNaming(text)).filter(({ expiresAt }) => expiresAt === undefined);
  expect(await lasting('Veche Maria')).toEqual([]);
  for (const id of [old.invoiceId, old.creditId, collected.id, plain.id, proformaId, noteId, draftId]) {
    const left = (await lasting(id)).map(({ kind }) => kind);
    expect(left.filter(kind => !['number', 'gone'].includes(kind))).toEqual([]);
    expect(await filesNaming(id)).toEqual([]);
  }
  for (const { invoiceId, creditId } of [credited, recent])
    for (const id of [invoiceId, creditId])
      expect((await service().api('GET', `/api/v1/invoices/${id}`, scope)).status).toBe(200);
  for (const { id } of [paid, backdated]) expect((await service().api('GET', `/api/v1/invoices/${id}`, scope)).status).toBe(200);
  const list = await call<{ data: object[]; total: number }>(service(), scope, 'GET', '/invoices');
  expect([list.body.total, list.body.data.length]).toEqual([6, 6]);

  const after = await audits(scope);
  // Neither of documents nor of the proforma, which nobody has to keep for 5 years.
  expect(after.flatMap(({ problems }) => problems)).toEqual([]);
  expect(after.map(({ chainHolds }) => chainHolds)).toEqual(before.map(() => true));
  expect(after.flatMap(({ gaps }) => gaps)).toEqual(before.flatMap(({ gaps }) => gaps));
  expect(after.flatMap(({ expired }) => expired)).toHaveLength(5);
  const dates = after.flatMap(({ expired }) => expired.map(({ issueDate }) => issueDate));
  expect(dates.filter(date => date === LONG_AGO)).toHaveLength(4);
});

it('gives back what a removed draft had drawn from an advance', async () => {
  const scope = await lastingTrader(service());
  const lines = [{ description: 'Avans', quantity: 1, unitPrice: 100, vatRate: 21 }];
  const advance = await issued(service(), scope, { lines, isAdvance: true });
  const final = await draft(service(), scope, { lines, issueDate: LONG_AGO, dueDate: LONG_AGO });
  const body = { advances: [{ id: advance.id }], issue: false };
  expect((await call(service(), scope, 'POST', `/invoices/${final.id}/settle-advances`, body)).status).toBe(200);
  const shown = async () => (await call<object>(service(), scope, 'GET', `/invoices/${advance.id}`)).body;
  expect(await shown()).toMatchObject({ openAdvance: 0, drawnBy: [{ documentId: final.id }] });
  await choose(scope, { draftMonths: 2 });
  await service().advance('P70D');
  await start(scope);
  await service().idle();
  expect((await call(service(), scope, 'GET', `/invoices/${final.id}`)).status).toBe(404);
  expect(await shown()).toMatchObject({ openAdvance: 100 });
  const cancelled = await call(service(), scope, 'POST', `/invoices/${advance.id}/cancel`, { reason: 'Made by mistake' });
  expect(cancelled.status).toBe(200);
});

it('mails once a year to those who may remove it', async () => {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  const scope = { token: await keyWith(service(), user, PERMISSIONS), company };
  const { id: clientId } = await service().newClient(scope);
  await invoiceOf({ ...scope, clientId }, 'Veche Ana', LONG_AGO);
  const notices = async () =>
    (await service().mailbox(user.email)).filter(({ subject }) => subject?.startsWith('Date cu termen de păstrare încheiat'));
  const year = Number(today().slice(0, 4)) + (today().slice(5) < '07-01' ? 0 : 1);
  await service().advance(`P${daysBetween(today(), `${year}-07-01`)}D`);
  expect(await notices()).toEqual([]);
  for (let day = 0; day < 6; day++) await service().advance('P1D');
  expect(await notices()).toMatchObject([{ text: expect.stringContaining('documente: 2') as unknown }]);
});

it('starts again after a day when the message of a run was lost', async () => {
  const scope = await lastingTrader(service());
  await choose(scope, { draftMonths: 2 });
  expect((await start(scope)).status).toBe(202);
  await service().idle();
  const run = await readRun(companyScope(scope.company));
  // As in a table that was restored to a second before the end.
  const lost = (startedAt: string) => transact([put({ ...run!, data: { ...run!.data, startedAt, finishedAt: null } })]);
  await lost(instant());
  expect((await start(scope)).status).toBe(409);
  await service().advance('P1DT1M');
  expect((await start(scope)).status).toBe(202);
  await service().idle();
  expect((await retentionOf(scope)).body.run?.status).toBe('done');
});
