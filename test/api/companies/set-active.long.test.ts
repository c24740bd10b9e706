import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { setActiveCalls } from './set-active-calls.ts';

const service = useOwnService();
const { at, downgraded, activate, writable } = setActiveCalls(service);

describe('Choosing which companies are writable (COM-24 to COM-28)', () => {
  it('replaces the least recently updated one', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta'], ['Delta']);
    await service().advance('PT1S');
    expect((await at(user, 'PATCH', `/${ids['Alfa']}`, { phone: '0711' })).status).toBe(200);
    expect((await activate(user, ids['Delta'])).status).toBe(200);
    expect(await writable(ids)).toEqual(['Alfa', 'Delta', 'Gama']);
  });

  it('never makes more writable than the plan allows, with simultaneous requests of different users', async () => {
    const { user, ids } = await downgraded('starter', ['Alfa', 'Beta', 'Gama', 'Delta', 'Epsilon'], ['Gama', 'Delta', 'Epsilon']);
    const answers = await Promise.all(['Gama', 'Delta', 'Epsilon'].map(name => activate(user, ids[name])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await writable(ids)).toHaveLength(3);
  });
});
