import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';

const service = useService();

describe('VAT rates (REC-89)', () => {
  it('lists the seven category codes', async () => {
    const { token } = await service().newUser();
    const { body } = (await service().api('GET', '/api/v1/vat-category-codes', { token })) as {
      body: { data: { code: string; label: string }[] };
    };
    expect(body.data.map(one => one.code)).toEqual(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']);
  });
});
