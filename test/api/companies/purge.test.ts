import { beforeAll, describe, expect, it } from 'vitest';
import { instantIn } from '#shared/base/kernel/clock.ts';
import type { CompanyPurge } from '#shared/records/parties/companies/purge-record.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { call } from '../../support/invoices.ts';
import { joinAs } from '../../support/members.ts';
import { filesNaming, type Furnished, furnished, itemsNaming, retainedUntil } from '../../support/companies/purged.ts';
import { useOwnService, type User } from '../../support/service.ts';
import { receiptSeries } from '../../support/receipts/receipts.ts';
import { purgeCalls, STAYING } from './purge-calls.ts';

const service = useOwnService();
const { deletionOf, release, remove, restore, itemsOf, kindsOf, lasting, small } = purgeCalls(service);

describe('A company with documents in their retention time', () => {
  it('422 for an unknown export', async () => {
    const scope = await small();
    await remove(scope);
    const refused = await release(scope, { archiveExportId: '01a208b9-753c-73c8-8f6a-4b981a28f7ef' });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['archiveExportId']]);
  });

  it('is kept for a receipt alone too', async () => {
    const scope = await small();
    await receiptSeries(service(), scope);
    const receipt = { payer: 'Ion Pop', amount: 100 };
    expect((await call(service(), scope, 'POST', '/receipts', receipt)).status).toBe(201);
    await remove(scope);
    await service().advance('P6D');
    expect(await kindsOf(scope)).toContain('receipt');
    expect((await deletionOf(scope)).body).toMatchObject({ status: 'waiting', purgeAt: null, retainedInvoices: 0 });
    expect((await release(scope, { confirm: 'no_archive' })).status).toBe(200);
    await service().advance('PT20M');
    await service().advance('P31D');
    expect(await kindsOf(scope)).toEqual(STAYING);
  });
});

describe('The purge of a deleted company', () => {
  let owner: User;
  let gone: Furnished;
  let other: Furnished;
  let accountant: User;

  beforeAll(async () => {
    [owner, accountant] = await Promise.all([service().newUser(), service().newUser()]);
    gone = await furnished(service(), owner);
    other = await furnished(service(), owner);
    await joinAs(owner, accountant, 'accountant', [gone.company, other.company]);
  });

  it('removes everything of it 5 days after the deletion, and nothing of another company', async () => {
    expect(await filesNaming(gone.company)).not.toEqual([]);
    // One of them is locked, for years to come.
    const { body } = await call(service(), gone, 'GET', `/invoices/${gone.invoiceId}`);
    expect((await retainedUntil(body.xmlPath ?? '')) > instantIn(5 * 365 * 86_400)).toBe(true);
    const before = { items: await lasting(other), files: await filesNaming(other.company) };
    expect((await remove(gone, { confirm: 'no_archive' })).status).toBe(204);
    await service().advance('P4DT23H');
    expect((await kindsOf(gone)).length).toBeGreaterThan(20);
    await service().advance('PT2H');
    expect(await kindsOf(gone)).toEqual(STAYING);
    expect(await filesNaming(gone.company)).toEqual([]);
    const naming = await itemsNaming(gone.company);
    // Windows of limits expire within a day.
    expect(naming.filter(({ pk }) => pk !== `C#${gone.company}` && !pk.startsWith('RATE#'))).toEqual([]);
    expect(await lasting(other)).toEqual(before.items);
    expect(await filesNaming(other.company)).toEqual(before.files);
    expect((await service().api('GET', `/api/v1/share/${gone.share}`)).status).toBe(404);
    expect((await service().api('GET', `/api/v1/share/${other.share}`)).status).toBe(200);
  });

  it('keeps the issued numbers, with the head of the chain, and who deleted it', async () => {
    const items = (await itemsOf(gone)) as (Item & { data: Record<string, unknown> })[];
    const series = items.filter(({ kind }) => kind === 'purged-series').map(({ data }) => data);
    expect(series).toHaveLength(5);
    const used = series.find(({ count }) => count === 1);
    expect(used).toMatchObject({ type: 'invoice', numbers: [{ from: 1, to: 1 }], deleted: [] });
    expect(used?.['lastHash']).toMatch(/^[0-9a-f]{64}$/);
    expect(used?.['firstHash']).toBe(used?.['lastHash']);
    const purge = items.find(({ kind }) => kind === 'company-purge')?.data as unknown as CompanyPurge;
    expect(purge).toMatchObject({ deletedBy: { name: expect.any(String) }, release: { archiveExportId: null } });
    const left = JSON.stringify(items.filter(({ kind }) => kind === 'company'));
    expect(left).not.toContain('Firma');
    expect(left).toContain(gone.cif);
  });

  it('runs once more a day later, for writes that were in progress, and is complete then', async () => {
    expect((await deletionOf(gone)).body.status).toBe('purging');
    await service().advance('P1DT1H');
    expect((await deletionOf(gone)).body.status).toBe('purged');
    expect((await restore(gone)).status).toBe(410);
    expect((await release(gone, { confirm: 'keep' })).status).toBe(410);
    await service().advance('P30D');
    expect(await kindsOf(gone)).toEqual(STAYING);
    expect((await itemsOf(gone)).filter(({ duePk }) => duePk !== undefined)).toEqual([]);
  });
});
