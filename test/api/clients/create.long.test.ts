import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { clientsCalls } from './calls.ts';

const { newScope, add, list } = clientsCalls(useService());

describe('Creating a client (completions-accounts §10)', () => {
  it('makes one client of a tax number that is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { name: 'X', cui: '14399840' })));
    expect(answers.map(one => one.status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(one => one.body.client.id)).size).toBe(1);
    expect((await list(scope)).total).toBe(1);
  });
});
