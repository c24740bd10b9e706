import { expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';

const { service, scope, post, act, invoiceBody } = useTrader();

it('does not issue a VAT category that the buyer cannot have; the response to the creation already says so', async () => {
  const consumer = await service().newClient(scope, { type: 'individual', name: 'Ana Pop', cui: null, isVatPayer: false });
  const lines = [{ description: 'Cereale', quantity: 1, unitPrice: 107, vatCategoryCode: 'AE' }];
  const { status, body } = await post(invoiceBody({ clientId: consumer.id, lines }));
  expect(status).toBe(201);
  expect(body.validation).toMatchObject({
    valid: false,
    errors: [expect.stringMatching(/^lines\.0\.vatCategoryCode: reverse charge \(AE\) needs a buyer that is registered for VAT/)],
  });
  expect(await act(body.invoice.id, 'issue')).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'validation_error',
        details: { 'lines.0.vatCategoryCode': [expect.stringContaining('reverse charge (AE)')] },
      },
    },
  });
});
