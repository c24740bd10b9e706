import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCompany } from '../../../shared/access/records.ts';
import type { Invoice, Refusal } from '../../support/contract.ts';
import { call, draft, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { codeOf } from './calls.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

afterEach(() => {
  service().runtime.faults.clear();
});
const newInvoice = (): Promise<Invoice> => issued(service(), scope, { clientId: scope.clientId });

describe('GET /invoices/{uuid}/email-defaults (completions-documents §1.11)', () => {
  const defaults = (id: string, query = '') =>
    call<Record<string, unknown> & Refusal>(service(), scope, 'GET', `/invoices/${id}/email-defaults${query}`);

  it('200: recipient, words with variables filled in, sender, template', async () => {
    const { id: clientId } = await service().newClient(scope, {
      type: 'individual',
      cui: null,
      name: 'Beta *SRL*',
      email: 'conta@beta.example',
    });
    const invoice = await draft(service(), scope, { clientId });
    const company = await readCompany(scope.company);
    const { status, body } = await defaults(invoice.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      to: 'conta@beta.example',
      cc: null,
      bcc: null,
      subject: `Factura ${invoice.number} de la ${company?.name}`,
      attachPdf: true,
      attachXml: false,
      from: { email: 'no-reply@invoicing.example', name: company?.name },
      replyTo: company?.email,
      templateId: expect.any(String) as string,
    });
    expect(body['body']).not.toMatch(/\[\[|\{/);
  });

  it('language=en: words of ours; 422 for another language', async () => {
    const invoice = await newInvoice();
    const { body } = await defaults(invoice.id, '?language=en');
    expect([body['templateId'], String(body['subject']).startsWith('Invoice ')]).toEqual([null, true]);
    expect(codeOf(await defaults(invoice.id, '?language=fr'))).toEqual([422, 'validation_error']);
  });

  it('to is null where nobody knows an address', async () => {
    const { id: clientId } = await service().newClient(scope, {
      type: 'individual',
      cui: null,
      name: 'Fără adresă',
      email: null,
    });
    const invoice = await draft(service(), scope, { clientId });
    expect((await defaults(invoice.id)).body['to']).toBeNull();
  });
});
