import { beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { assertValidUbl } from '../../support/einvoice/oracle.ts';
import { call, draft, issued, readyCompany } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';

const service = useOwnService();
const scope = {} as Scope & { clientId: string };
beforeAll(async () => {
  Object.assign(scope, await readyCompany(service()));
});

describe('One invoice from draft to validated', () => {
  it('is created as a draft with a placeholder number, computed amounts and the validation result (INV-12)', async () => {
    const { status, body } = await call<{ invoice: object; validation: object }>(service(), scope, 'POST', '/invoices', {
      clientId: scope.clientId,
      issueDate: '2026-11-02',
      dueDate: '2026-12-02',
      lines: [
        { description: 'Masă', quantity: 2, unitPrice: 100, vatRate: 21, discountPercent: 10 },
        { description: 'Carte', quantity: 0.5, unitPrice: 33.33, vatRate: 11 },
      ],
    });
    expect(status).toBe(201);
    expect(body.invoice).toMatchObject({
      number: expect.stringMatching(/^DRAFT-[0-9a-f]{8}$/),
      status: 'draft',
      direction: 'outgoing',
      subtotal: 196.67,
      vatTotal: 39.63,
      total: 236.3,
      balance: 236.3,
    });
    expect(body.validation).toEqual({ valid: true, errors: [], warnings: [], schematronAvailable: false });
  });

  it('issues with the next number, XML and PDF, and logs a status_change event (INV-37 to INV-44)', async () => {
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    expect(invoice).toMatchObject({ status: 'issued', number: 'FCT-001', xmlGenerated: true, pdfGenerated: true });
    expect(invoice.events[0]).toMatchObject({
      type: 'status_change',
      status: 'issued',
      metadata: { xmlGenerated: true, pdfGenerated: true },
    });

    const xml = await call<Buffer>(service(), scope, 'GET', `/invoices/${invoice.id}/xml`);
    expect(xml.status).toBe(200);
    expect(xml.headers.get('content-disposition')).toBe('attachment; filename="FCT-001.xml"');
    expect(xml.headers.get('content-type')).toBe('application/xml');
    await assertValidUbl(xml.body.toString());

    const pdf = await call<Buffer>(service(), scope, 'GET', `/invoices/${invoice.id}/pdf`);
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toBe('inline; filename="FCT-001.pdf"');
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is submitted, and validated by the poll that follows (EIN-17 to EIN-24)', async () => {
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    const submitted = await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`);
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
    expect(submitted.body).toMatchObject({ status: 'sent_to_provider', taxauthStatus: 'uploaded' });
    expect(submitted.body.taxauthSubmissionId).toBeTypeOf('string');
    await service().advance('PT30M');
    const { body } = await call(service(), scope, 'GET', `/invoices/${invoice.id}`);
    expect(body).toMatchObject({ status: 'validated', taxauthStatus: 'validated', taxauthValidationErrors: null });
    expect(body.events.map(event => event.type)).toEqual([
      'taxauth_validated',
      'taxauth_submitted',
      'pdf_generated',
      'xml_generated',
      'status_change',
      'created',
    ]);
  });

  it('rejects submitting without a connection to the authority: 400', async () => {
    const unconnected = await service().newCompany(await service().newUser());
    const invoice = await issued(service(), unconnected);
    const { status, body } = await call<Refusal>(service(), unconnected, 'POST', `/invoices/${invoice.id}/submit`);
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
  });

  it('rejects submitting a draft: 409', async () => {
    const invoice = await draft(service(), scope, { clientId: scope.clientId });
    const { status, body } = await call<Refusal>(service(), scope, 'POST', `/invoices/${invoice.id}/submit`);
    expect([status, body.error.details['reason']]).toEqual([409, 'not_issued']);
  });
});
