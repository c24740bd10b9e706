import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, add } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('adds a series with its number text, and reads it back', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { prefix: 'CN-', type: 'credit_note', year: 2026, nextNumber: 5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      name: 'CN',
      prefix: 'CN-',
      type: 'credit_note',
      year: 2026,
      currentNumber: 4,
      nextNumber: 5,
      nextNumberFormatted: 'CN-2026-005',
      active: true,
      isDefault: false,
      source: 'manual',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call(service(), scope, 'GET', `/document-series/${body.id}`)).body).toEqual(body);
    expect((await call(service(), scope, 'GET', `/document-series/${scope.company}`)).status).toBe(404);
  });

  it.each([
    [{ type: 'invoice' }, 'prefix'],
    [{ prefix: 'FCT-', type: 'invoice' }, 'prefix'],
  ])('rejects %j with 422 that names %s', async (body, field) => {
    const refused = await add(await newScope(), body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('allows the same prefix for another type or year', async () => {
    const scope = await newScope();
    expect((await add(scope, { prefix: 'FCT', type: 'proforma' })).status).toBe(201);
    expect((await add(scope, { prefix: 'FCT', type: 'invoice', year: 2026 })).status).toBe(201);
  });
});
