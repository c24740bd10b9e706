import { describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { meCalls } from './calls.ts';

const service = useService();
const { get, patch } = meCalls(service);

type Json = Record<string, unknown>;

describe('PATCH /api/v1/me', () => {
  test('simultaneous changes of different fields are all saved', async () => {
    const { token } = await registerOnly(service());
    const changes: Json[] = [{ firstName: 'Ana' }, { lastName: 'Pop' }, { phone: '0721' }, { locale: 'fr' }, { timezone: 'UTC' }];
    const answers = await Promise.all(changes.map(change => patch(token, change)));
    expect(answers.map(answer => answer.status)).toEqual(changes.map(() => 200));
    expect((await get(token)).body).toMatchObject(Object.assign({}, ...changes) as Json);
  });
});
