import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useOwnService();
const { add, at } = companiesCalls(service);

describe('Deleting a company', () => {
  it('is gone after 5 days (410), and its tax number starts a new company', async () => {
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
