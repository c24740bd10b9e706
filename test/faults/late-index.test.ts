import { describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import { companiesCalls } from '../api/companies/calls.ts';
import { CIF, taxauthCalls } from '../api/taxauth/calls.ts';
import type { LedgerReport, RecordedPayment } from '../support/contract.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { useTrader } from '../support/trader.ts';
import { makeReadOnly } from '../support/matrix/people.ts';
import { joinAs, whoAmI } from '../support/members.ts';
import { useOwnService } from '../support/service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Decisions in requests that follow each other so fast that the table's indexes do not have the earlier changes yet. */

const service = useOwnService({ lateReads: 'all' });
const { add, at } = companiesCalls(service);
const trader = useTrader({ service, lasting: true });
const { as, authorityToken, save, owner } = taxauthCalls(service);

it('set-active makes no more companies writable than the plan allows', async () => {
  const user = await service().newUser();
  const { organization } = await whoAmI(service(), user);
  await service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'business' } });
  const ids: CompanyId[] = [];
  for (const cif of ['301', '302', '303', '304', '305']) ids.push((await add(user, { cif, name: `Company ${cif}` })).body.id);
  await service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'starter' } });
  await Promise.all(ids.slice(3).map(makeReadOnly));

  expect((await at(user, 'PUT', `/${ids[4]}/set-active`)).status).toBe(200);
  expect((await Promise.all(ids.map(readCompany))).map(company => company?.isReadOnly)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

describe('removing a token of the tax authority', () => {
  it('switches off the synchronization of a company that was switched on just before', async () => {
    const { user, scope } = await owner();
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    expect((await as(scope)('POST', `/api/v1/companies/${scope.company}/toggle-sync`)).status).toBe(200);
    expect((await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`)).status).toBe(204);
    expect(await readCompany(scope.company)).toMatchObject({ cif: CIF, syncEnabled: false });
  });

  it('keeps it on when the token of a member who has just joined connects the company', async () => {
    const [{ user, scope }, member] = [await owner(), await service().newUser()];
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    expect((await as(scope)('POST', `/api/v1/companies/${scope.company}/toggle-sync`)).status).toBe(200);
    // The indexes have the company by now.
    await service().idle();
    await joinAs(user, member, 'admin');
    expect((await save(member, { token: await authorityToken(), companyId: scope.company })).status).toBe(201);
    expect((await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`)).status).toBe(204);
    expect(await readCompany(scope.company)).toMatchObject({ cif: CIF, syncEnabled: true });
  });
});

it('a ledger right after a payment has the payment once, and after its removal not at all', async () => {
  const { id } = await trader.issued({ lines: [{ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21 }] });
  const ledger = async () => (await trader.request<LedgerReport>('GET', '/reports/ledger')).body.totals;
  // The indexes have the invoice by now, and it was not issued just now.
  await service().idle();
  await service().advance('PT1M');
  const payment = (
    await trader.request<RecordedPayment>('POST', `/invoices/${id}/payments`, { amount: 60.5, paymentDate: today() })
  ).body.payment.id;
  expect(await ledger()).toEqual([{ currency: 'RON', opening: 0, debit: 121, credit: 60.5, closing: 60.5 }]);
  await service().idle();
  expect((await trader.request('DELETE', `/invoices/${id}/payments/${payment}`)).status).toBe(204);
  await service().idle();
  expect(await ledger()).toEqual([{ currency: 'RON', opening: 0, debit: 121, credit: 0, closing: 121 }]);
});
