import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../../functions/share-links/create.ts';
import { refusedFieldsOf } from '../../../support/refused/fields.ts';

describe('POST /invoices/{uuid}/share-links: expiryDays (OUT-68)', () => {
  it.each([undefined, 1, 365])('accepts %j', async expiryDays => {
    expect(await refusedFieldsOf(create, { body: { expiryDays } })).toBeUndefined();
  });

  it.each([0, 366, 1.5, '30', null])('rejects %j: 422', async expiryDays => {
    expect(await refusedFieldsOf(create, { body: { expiryDays } })).toEqual([422, 'validation_error', ['expiryDays']]);
  });
});
