import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Deadlines, Refusal } from '../../support/contract.ts';
import { joinOrganization, userIdOf } from '../../support/accounts.ts';
import { become, connect, issued } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, type User, useService } from '../../support/service.ts';
import { measuredCall } from '../../bench/measure.ts';

/** GET /deadlines (REP-16 to REP-19). What is due on which day is tested in test/unit/deadlines. */

const service = useService();
const deadlines = async (token: string, query = ''): Promise<Deadlines> => {
  const { status, body } = await service().api('GET', `/api/v1/deadlines${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Deadlines;
};
const names = ({ data }: Deadlines): string[] => data.map(({ company }) => company.name);

let owner: User;
let stranger: User;
const companies: Scope[] = [];

beforeAll(async () => {
  [owner, stranger] = [await service().newUser(), await service().newUser()];
  for (const name of ['Cedru', 'Arin', 'Brad'])
    companies.push(await service().newCompany(owner, { name, cif: String(Math.floor(Math.random() * 9e7) + 1e7) }));
  await service().newCompany(stranger, { name: 'Dud' });
});

describe('GET /deadlines', () => {
  it('has every company by name, with what is due in each', async () => {
    const [cedru, arin] = companies as [Scope, Scope];
    await connect(service(), arin);
    const client = await service().newClient(cedru);
    const make = (overrides: object) => issued(service(), cedru, { clientId: client.id, ...overrides });
    const late = await make({ issueDate: addDays(today(), -30), dueDate: addDays(today(), -20) });
    const refused = await make({});
    await become(cedru, refused.id, { status: 'rejected', taxauthStatus: 'rejected' });
    const answer = await deadlines(owner.token);
    expect([answer.date, answer.total, answer.page, answer.limit, answer.pages]).toEqual([today(), 3, 1, 20, 1]);
    expect(names(answer)).toEqual(['Arin', 'Brad', 'Cedru']);
    expect(answer.data[0]).toMatchObject({
      company: { id: arin.company },
      ...{ late: { count: 0, documents: [] }, unpaid: [], sync: { isStale: false } },
      connection: { expiresAt: expect.any(String) as string, isEnding: expect.any(Boolean) as boolean },
    });
    expect(answer.data[2]).toMatchObject({
      company: { id: cedru.company },
      late: { count: 1, documents: [{ id: late.id, number: late.number, taxauthDeadline: late.taxauthDeadline }] },
      rejected: { count: 1, documents: [{ id: refused.id, status: 'rejected' }] },
      unpaid: [{ currency: 'RON', count: 2, total: 242, byAge: { current: 121, upTo30: 121 } }],
      connection: { expiresAt: null },
    });
  });

  it('in pages of companies; a page beyond the last is empty', async () => {
    expect(names(await deadlines(owner.token, '?limit=2'))).toEqual(['Arin', 'Brad']);
    expect(names(await deadlines(owner.token, '?limit=2&page=2'))).toEqual(['Cedru']);
    expect(await deadlines(owner.token, '?limit=2&page=3')).toMatchObject({ data: [], total: 3, pages: 2 });
  });

  it('shows a member of several organizations the companies that they may access in each, whose reports they may see', async () => {
    const member = await service().newUser();
    await service().newCompany(member, { name: 'Elm' });
    await joinOrganization(userIdOf(member.token), userIdOf(owner.token), 'accountant', {
      allowedCompanies: [companies[2]!.company],
    });
    const blind = { permissions: ['company.view', 'invoice.view'] };
    await joinOrganization(userIdOf(member.token), userIdOf(stranger.token), 'admin', blind);
    expect(names(await deadlines(member.token))).toEqual(['Brad', 'Elm']);
  });

  it('leaves out sandbox companies, and shows a key only what its scopes allow', async () => {
    await service().newCompany(stranger, { name: 'Fag', sandbox: true });
    expect(names(await deadlines(stranger.token))).toEqual(['Dud']);
    const key = await keyWith(service(), stranger, ['invoice.view']);
    const { status, body } = await service().api('GET', '/api/v1/deadlines', { token: key });
    expect([status, (body as Refusal).error.details]).toEqual([403, { permission: 'report.view', reason: 'permission' }]);
    expect(names(await deadlines(await keyWith(service(), stranger, ['report.view'])))).toEqual(['Dud']);
  });

  it('costs two calls a company, four companies at a time', async () => {
    const many = await service().newUser();
    const costs = new Map<number, { calls: number; roundTrips: number; readUnits: number }>();
    for (let count = 1; count <= 9; count++) {
      await service().newCompany(many, { name: `Firma ${count}`, cif: String(50_000_000 + count) });
      if (![1, 4, 5, 9].includes(count)) continue;
      const measured = await measuredCall(service(), 'GET', { path: '/api/v1/deadlines', token: many.token }, [200]);
      costs.set(count, measured!.dynamodb);
    }
    const [one, four, five, nine] = [1, 4, 5, 9].map(count => costs.get(count)!);
    expect([one!.roundTrips, four!.roundTrips, five!.roundTrips, nine!.roundTrips]).toEqual([4, 4, 5, 6]);
    expect(nine!.calls - one!.calls).toBe(8);
    expect(nine!.readUnits - one!.readUnits).toBeLessThanOrEqual(8 * 2);
  });
});
