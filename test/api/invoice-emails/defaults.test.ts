import { afterEach, describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import type { Refusal } from '../../support/contract.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, request, draft, issued } = useTrader();

afterEach(() => {
  service().runtime.faults.clear();
});

describe('GET /invoices/{uuid}/email-defaults (OUT-45)', () => {
  const defaults = (id: string, query = '') =>
    request<Record<string, unknown> & Refusal>('GET', `/invoices/${id}/email-defaults${query}`);

  it('200: recipient, text with variables filled in, sender, template', async () => {
    const { id: clientId } = await service().newClient(scope, {
      type: 'individual',
      cui: null,
      name: 'Beta *SRL*',
      email: 'conta@beta.example',
    });
    const invoice = await draft({ clientId });
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

  it('language=en: the built-in text; 422 for another language', async () => {
    const invoice = await issued();
    const { body } = await defaults(invoice.id, '?language=en');
    expect([body['templateId'], String(body['subject']).startsWith('Invoice ')]).toEqual([null, true]);
    expect(codeOf(await defaults(invoice.id, '?language=fr'))).toEqual([422, 'validation_error']);
  });

  it('to is null where no address is known', async () => {
    const { id: clientId } = await service().newClient(scope, {
      type: 'individual',
      cui: null,
      name: 'Fără adresă',
      email: null,
    });
    const invoice = await draft({ clientId });
    expect((await defaults(invoice.id)).body['to']).toBeNull();
  });
});
