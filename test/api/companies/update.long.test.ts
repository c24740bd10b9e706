import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useService();
const { add, at } = companiesCalls(service);

describe('Changing a company', () => {
  it('keeps both of two simultaneous changes', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    await Promise.all([
      at(user, 'PATCH', `/${body.id}`, { phone: '0711' }),
      at(user, 'PATCH', `/${body.id}`, { city: 'Cluj' }),
      at(user, 'PATCH', `/${body.id}`, { website: 'https://x.example' }),
    ]);
    expect((await at(user, 'GET', `/${body.id}`)).body).toMatchObject({
      phone: '0711',
      city: 'Cluj',
      website: 'https://x.example',
    });
  });
});
