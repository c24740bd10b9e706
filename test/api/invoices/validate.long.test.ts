import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call, draft as draftOf } from '../../support/invoices.ts';
import { validateCalls, line, LONG, TOO_LONG } from './validate-calls.ts';

const { service, request, post, act, invoiceBody, draft, issued, full } = validateCalls();

describe('POST /invoices/{uuid}/validate (INV-34 to INV-36)', () => {
  it('full finds nothing in a draft that can be issued, nor in the issued invoice', async () => {
    const nothing = { valid: true, errors: [], warnings: [], schematronAvailable: false, findings: [] };
    expect(await full((await draft()).id)).toEqual(nothing);
    expect(await full((await issued()).id)).toEqual(nothing);
  });

  it('full warns of a unit without a code, which is sent as pieces (EIN-10)', async () => {
    const { id } = await draft({ lines: [line({ unitOfMeasure: 'găleată' })] });
    const result = await full(id);
    expect(result).toMatchObject({ valid: true, errors: [] });
    expect(result.warnings).toEqual([expect.stringMatching(/^\[BR-CL-23\] lines.0.unitOfMeasure: .*H87/)]);
  });
});

describe('errors of the rules', () => {
  it('a text over its length is a warning at creation and an error at issue (EIN-16)', async () => {
    const body = invoiceBody({ lines: [line({ description: LONG })] });
    const { invoice, validation } = (await post(body)).body;
    expect(validation).toEqual({
      ...{ valid: true, errors: [], schematronAvailable: false },
      warnings: [`[BR-RO-L212] lines.0.description: ${TOO_LONG}`],
    });
    const refused = await act<Refusal>(invoice.id, 'issue');
    expect([refused.status, refused.body.error]).toEqual([
      422,
      {
        code: 'validation_error',
        message: 'The invoice is not complete.',
        details: {
          'lines.0.description': [`${TOO_LONG} [BR-RO-L212]`],
          rules: [expect.objectContaining({ rule: 'BR-RO-L212', severity: 'fatal', field: 'lines.0.description' })],
        },
      },
    ]);
    expect((await request('GET', `/invoices/${invoice.id}`)).body).toMatchObject({ status: 'draft' });
  });

  it('missing data of the company are reported under company, as no field of the request has them', async () => {
    const other = await service().newCompany(await service().newUser(), { address: null, city: 'Cluj-Napoca', state: 'Cluj' });
    const { id } = await draftOf(service(), other);
    const refused = await call<Refusal>(service(), other, 'POST', `/invoices/${id}/issue`);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      { company: [expect.stringContaining('[BR-RO-081]')], rules: [{ rule: 'BR-RO-081', field: null }] },
    ]);
  });
});
