import { describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import type { Company } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { setActiveCalls } from './set-active-calls.ts';

const service = useService();
const { at, downgraded, activate, writable } = setActiveCalls(service);

describe('Choosing which companies are writable (COM-24 to COM-28)', () => {
  it('replaces another one, and returns all companies by name', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta'], ['Delta']);
    expect((await at(user, 'PATCH', `/${ids['Delta']}`, { phone: '0711' })).status).toBe(403);
    const { status, body } = await activate(user, ids['Delta']);
    expect(status).toBe(200);
    expect((body as unknown as Company[]).map(one => [one.name, one.isReadOnly])).toEqual([
      ['Alfa', true],
      ['Beta', false],
      ['Delta', false],
      ['Gama', false],
    ]);
    expect((await at(user, 'PATCH', `/${ids['Delta']}`, { phone: '0711' })).status).toBe(200);
    const refused = await at(user, 'PATCH', `/${ids['Alfa']}`, { phone: '0711' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_read_only' });
  });

  it('replaces none while the plan has room, and does not change a writable company', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta'], ['Beta']);
    expect((await activate(user, ids['Beta'])).status).toBe(200);
    expect(await writable(ids)).toEqual(['Alfa', 'Beta']);
    const before = await readCompany(ids['Beta']!);
    expect((await activate(user, ids['Beta'])).status).toBe(200);
    expect(await readCompany(ids['Beta']!)).toEqual(before);
  });
});
