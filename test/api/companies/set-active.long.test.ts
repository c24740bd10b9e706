import { describe, expect, it } from 'vitest';
import type { Company } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { setActiveCalls } from './set-active-calls.ts';

const service = useOwnService();
const { at, downgraded, activate, writable } = setActiveCalls(service);

describe('Choosing which companies are writable (COM-24 to COM-28)', () => {
  it('replaces the least recently updated one, and returns all companies by name', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta'], ['Delta']);
    expect((await at(user, 'PATCH', `/${ids['Delta']}`, { phone: '0711' })).status).toBe(403);
    await service().advance('PT1S');
    expect((await at(user, 'PATCH', `/${ids['Alfa']}`, { phone: '0711' })).status).toBe(200);
    const { status, body } = await activate(user, ids['Delta']);
    expect(status).toBe(200);
    expect((body as unknown as Company[]).map(one => [one.name, one.isReadOnly])).toEqual([
      ['Alfa', false],
      ['Beta', true],
      ['Delta', false],
      ['Gama', false],
    ]);
    expect((await at(user, 'PATCH', `/${ids['Delta']}`, { phone: '0711' })).status).toBe(200);
    const refused = await at(user, 'PATCH', `/${ids['Beta']}`, { phone: '0711' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_read_only' });
  });

  it('never makes more writable than the plan allows, with simultaneous requests of different users', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta', 'Epsilon'], ['Gama', 'Delta', 'Epsilon']);
    const answers = await Promise.all(['Gama', 'Delta', 'Epsilon'].map(name => activate(user, ids[name])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await writable(ids)).toHaveLength(3);
  });
});
