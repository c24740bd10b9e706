import { describe, expect, it } from 'vitest';
import { turnForward } from '../../../infra/local/control/turn.ts';
import { retentionEnd } from '#shared/output/files/retention.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays, dottedDate } from '#shared/base/kernel/dates.ts';
import { call, issued } from '../../support/invoices.ts';
import { joinAs, keyWith } from '../../support/members.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';
import { purgeCalls, STAYING } from './purge-calls.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

const service = useOwnService();
const { add, at } = companiesCalls(service);
const { deletionOf, release, remove, restore, kindsOf, small, retained, told } = purgeCalls(service);

describe('The purge of a deleted company', () => {
  it('leaves the tax number to the company that is added again, before the purge or after it', async () => {
    const user = await service().newUser();
    const first = await small(user);
    const { cif } = (await call<{ cif: string }>(service(), first, 'GET', `/companies/${first.company}`)).body;
    await remove(first);
    await service().advance('P5DT1M');
    const again = () =>
      call<{ id: CompanyId }>(service(), { token: first.token } as Scope, 'POST', '/companies', { cif, name: 'Nouă SRL' });
    const second = await again();
    expect(second.status).toBe(201);
    await service().advance('P2D');
    expect(await kindsOf(first)).toEqual(STAYING);
    // The number is the second one's, as before the purge.
    expect((await again()).status).toBe(409);
    expect(await kindsOf({ ...first, company: second.body.id })).toContain('series');
  });

  it('does not start when the company has been restored', async () => {
    const scope = await small();
    await remove(scope);
    await service().advance('P4D');
    expect((await restore(scope)).status).toBe(200);
    await service().advance('P10D');
    expect((await call<unknown[]>(service(), scope, 'GET', '/vat-rates')).body).toHaveLength(5);
    expect((await deletionOf(scope)).status).toBe(409);
    expect((await release(scope, { confirm: 'no_archive' })).status).toBe(409);
  });
});

describe('A company with documents in their retention time', () => {
  it('is kept, hidden, and its owners get a mail; once released, it is purged 30 days later', async () => {
    const scope = await retained();
    expect((await remove(scope)).status).toBe(204);
    await service().advance('PT20M');
    expect(await told(scope)).toMatchObject([expect.stringContaining('se păstrează')]);
    await service().advance('P100D');
    expect(await told(scope)).toHaveLength(1);
    expect(await kindsOf(scope)).toContain('invoice');
    expect((await call(service(), scope, 'GET', '/invoices')).status).toBe(403);
    expect((await restore(scope)).status).toBe(410);
    expect((await deletionOf(scope)).body).toMatchObject({
      ...{ status: 'waiting', purgeAt: null, release: null, retainedInvoices: 1 },
      notArchived: { count: 1, invoiceIds: [scope.invoiceId] },
    });
    expect((await release(scope, { confirm: 'no_archive' })).status).toBe(200);
    await service().advance('PT20M');
    expect(await told(scope)).toHaveLength(2);
    expect((await deletionOf(scope)).body).toMatchObject({ purgeAt: expect.any(String), release: { confirm: 'no_archive' } });
    await service().advance('P29D');
    expect(await kindsOf(scope)).toContain('invoice');
    await service().advance('P1DT1H');
    expect(await kindsOf(scope)).toEqual(STAYING);
  });

  it('is kept after all when an owner says so within the 30 days', async () => {
    const scope = await retained();
    await remove(scope);
    await service().advance('P6D');
    await release(scope, { confirm: 'no_archive' });
    await service().advance('P20D');
    expect((await release(scope, { confirm: 'keep' })).body).toMatchObject({ release: null, purgeAt: null });
    await service().advance('P40D');
    expect(await kindsOf(scope)).toContain('invoice');
  });

  it('is released by its archive, which its owners can still create', async () => {
    const scope = await retained();
    await remove(scope);
    await service().advance('P6D');
    const { invoiceIds } = (await deletionOf(scope)).body.notArchived;
    const asked = await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', { invoiceIds });
    expect(asked.status).toBe(202);
    await service().idle();
    const job = await call<{ status: string; filename: string }>(service(), scope, 'GET', `/exports/${asked.body.exportId}`);
    expect(job.body.status).toBe('completed');
    expect((await deletionOf(scope)).body.notArchived).toEqual({ count: 0, invoiceIds: [] });
    const released = await release(scope, { archiveExportId: asked.body.exportId });
    expect(released.body).toMatchObject({ release: { archiveExportId: asked.body.exportId, confirm: null } });
    await service().advance('PT20M');
    await service().advance('P31D');
    expect(await kindsOf(scope)).toEqual(STAYING);
  });

  it('is released by an archive of a period (OUT-118), unless a document has changed since and the company was not deleted yet', async () => {
    const scope = await retained();
    const archive = async (): Promise<string> => {
      const period = { from: '2000-01-01', to: today() };
      const asked = await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', {
        period,
        includePdf: false,
      });
      await service().idle();
      return asked.body.exportId;
    };
    await service().idle();
    const early = await archive();
    const payment = { amount: 1, paymentDate: today() };
    const changed = await call(service(), scope, 'POST', `/invoices/${scope.invoiceId}/payments`, payment);
    expect(changed.status).toBe(201);
    expect((await remove(scope, { archiveExportId: early })).status).toBe(422);
    await remove(scope);
    const before = await release(scope, { archiveExportId: early });
    expect(before.status).toBe(422);
    const late = await archive();
    expect((await deletionOf(scope)).body.notArchived.count).toBe(0);
    expect((await release(scope, { archiveExportId: late })).body).toMatchObject({ release: { archiveExportId: late } });
  });

  it('is purged when the retention ends, 30 days after another mail', async () => {
    const scope = await retained();
    await remove(scope);
    await service().advance('P6D');
    // Two days too late for a purge at its end: the owners still get their 30 days.
    const end = retentionEnd(today(), 5);
    await turnForward(service().runtime.clock, { set: `${addDays(end, -28)}T12:00:00.000Z` }, () => service().idle());
    await service().advance('PT20M');
    expect(await told(scope)).toMatchObject([
      expect.stringContaining(dottedDate(addDays(end, 2))),
      expect.stringContaining('se păstrează'),
    ]);
    await service().advance('P29D');
    expect(await kindsOf(scope)).toContain('invoice');
    await service().advance('P1DT1H');
    expect(await kindsOf(scope)).toEqual(STAYING);
  });

  it("does not accept another company's export, nor one that has only some of the documents", async () => {
    const [scope, other] = [await retained(), await retained()];
    const zip = (own: Scope, invoiceIds: string[]) =>
      call<{ exportId: string }>(service(), own, 'POST', '/invoices/export/zip', { invoiceIds });
    const foreign = (await zip(other, [other.invoiceId])).body.exportId;
    await service().idle();
    expect((await remove(scope, { archiveExportId: foreign })).status).toBe(422);
    const archiveExportId = (await zip(scope, [scope.invoiceId])).body.exportId;
    await service().idle();
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    await service().idle();
    const refused = await remove(scope, { archiveExportId });
    expect(refused.status).toBe(422);
    expect((await call(service(), scope, 'GET', '/invoices')).status).toBe(200);
    const rest = (await zip(scope, [id])).body.exportId;
    await service().idle();
    expect((await remove(scope, { archiveExportId: rest })).status).toBe(204);
  });

  it('can be exported by its owners only', async () => {
    const scope = await retained();
    const admin = await service().newUser();
    await joinAs(scope.user, admin, 'admin');
    const key = await keyWith(service(), admin, ['export.data']);
    await remove(scope);
    const zip = (token: string) =>
      call(service(), { ...scope, token }, 'POST', '/invoices/export/zip', { invoiceIds: [scope.invoiceId] });
    expect((await zip(key)).status).toBe(403);
    expect((await zip(scope.token)).status).toBe(202);
  });
});

describe('A company without documents', () => {
  it('is purged after 5 days (410), and its tax number starts a new company', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    await at(user, 'DELETE', `/${body.id}`);
    await service().advance('P5DT1M');
    const { token } = (await service().api('POST', '/api/auth', { body: { email: user.email, password: user.password } }))
      .body as { token: string };
    expect((await at({ token }, 'POST', `/${body.id}/restore`)).status).toBe(410);
    const again = await add({ token });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(body.id);
  });
});
