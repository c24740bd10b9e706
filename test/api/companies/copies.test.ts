import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { addresses, companiesCalls } from './calls.ts';

const service = useService();
const { newScope, patch } = companiesCalls(service);

describe('PATCH /companies/{uuid}: emailCc and emailBcc', () => {
  it('null at first; addresses between commas; null and text without addresses clear them', async () => {
    const scope = await newScope();
    expect((await patch(scope, { phone: '1' })).body).toMatchObject({ emailCc: null, emailBcc: null });
    const { status, body } = await patch(scope, {
      emailCc: ' a@copies.example ,b@copies.example,',
      emailBcc: 'c@copies.example',
    });
    expect([status, body.emailCc, body.emailBcc]).toEqual([200, 'a@copies.example, b@copies.example', 'c@copies.example']);
    expect((await patch(scope, { phone: '2' })).body).toMatchObject({ emailBcc: 'c@copies.example' });
    expect((await patch(scope, { emailCc: null, emailBcc: ' , ' })).body).toMatchObject({ emailCc: null, emailBcc: null });
  });

  it.each([
    ['emailBcc.1', { emailBcc: 'a@copies.example, b' }],
    ['emailCc', { emailCc: addresses(11, 'a'), emailBcc: addresses(10, 'b') }],
  ])('400 that names %s: %j', async (field, body) => {
    const { status, body: refusal } = await patch(await newScope(), body);
    expect([status, refusal.error.code]).toEqual([400, 'bad_request']);
    expect(refusal.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });
});
