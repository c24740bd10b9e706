import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { noteIn, useDelivering } from '../../support/delivery-notes.ts';
import { call, issued } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { offering, newProforma } from '../../support/proformas.ts';
import { type Scope, useService } from '../../support/service.ts';

const { service, scope } = useDelivering(useService());

interface Preview {
  subject: string;
  html: string;
  text: string;
  unknownVariables: string[];
}
const preview = (body: object, as: Scope = scope): Promise<Answered<Preview & Refusal>> =>
  call(service(), as, 'POST', '/email-templates/preview', body);
const words = { subject: 'S', body: 'B' };

describe('POST /email-templates/preview (REC-78)', () => {
  it('200: the mail of sample values in its frame; unknown variables are listed', async () => {
    const { status, body } = await preview({
      subject: 'Factura [[invoice_number]] [[nume client]]',
      body: '**[[client_name]]** {if overdue}restantă{endif}{if due_date}până la [[due_date]]{endif} {altceva} {if other}x{endif}',
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['subject', 'html', 'text', 'unknownVariables']);
    expect(body.subject).toBe('Factura FCT-001 [[nume client]]');
    expect(body.html).toMatch(/^<!doctype html>/);
    expect(body.html).toContain('<strong>Client Exemplu SRL</strong> până la 14.02.2026 {altceva} {if other}x{endif}');
    expect(body.html).toContain('Vezi factura online');
    expect(body.text).toContain('Client Exemplu SRL până la 14.02.2026');
    expect(body.unknownVariables).toEqual(['nume client', 'altceva', 'other']);
  });

  it('in English, and of a category whose mails have no button', async () => {
    const english = await preview({ ...words, language: 'en' });
    expect(english.body.html).toContain('View the invoice online');
    expect(english.body.html).toContain('<html lang="en">');
    expect((await preview({ ...words, category: 'proforma' })).body.html).not.toContain('online');
  });

  it.each([
    ['invoice', 'invoice_number', async () => (await issued(service(), scope, { clientId: scope.clientId })).id],
    ['proforma', 'proforma_number', async () => (await newProforma(service(), await offering(service(), scope, 'PV'))).uuid],
    ['delivery_note', 'delivery_note_number', async () => (await noteIn(service(), scope, 'issued')).uuid],
  ])('of a document of category %s: its own values, and nothing is sent', async (category, number, make) => {
    const documentId = await make();
    const body = { subject: `[[${number}]]`, body: '[[total]], [[subtotal]], [[vat]], [[client_name]]', category, documentId };
    const { status, body: shown } = await preview(body);
    expect([status, shown.unknownVariables]).toEqual([200, []]);
    expect(shown.text).toMatch(/^[\d,]+\.\d\d RON, [\d,]+\.\d\d RON, [\d,]+\.\d\d RON, [^[]+/);
    const other = category === 'invoice' ? 'proforma' : 'invoice';
    expect((await preview({ ...body, category: other })).status).toBe(404);
    expect((await preview({ ...body, documentId: randomUUID() })).status).toBe(404);
  });

  it('no text adds a tag, and links lead only to the web or to mail addresses', async () => {
    const { body } = await preview({
      subject: '</title><script>alert(1)</script>',
      body: '<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://x.example/"onclick=alert(1))',
    });
    expect(body.html).not.toMatch(/<(script|img)|href="javascript|" ?onclick/i);
    expect(body.html).toContain('&lt;script&gt;');
  });

  it('422 that names the field', async () => {
    const { status, body } = await preview({ ...words, documentId: 'none' });
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['documentId']]);
  });

  it('a document requires invoice.view as well, whether it exists or not', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['email_template.view']) };
    expect((await preview(words, reader)).status).toBe(200);
    const refused = await preview({ ...words, documentId: randomUUID() }, reader);
    expect([refused.status, refused.body.error.details['permission']]).toEqual([403, 'invoice.view']);
  });
});

describe('GET /email-templates/variables', () => {
  const variables = (query = '') =>
    call<{ category: string; variables: { name: string }[]; conditions: { name: string }[] }>(
      service(),
      scope,
      'GET',
      `/email-templates/variables${query}`,
    );

  it('the names of a category with their meanings; those of invoices without a category; 422 for an unknown one', async () => {
    const { body } = await variables();
    expect(body.category).toBe('invoice');
    expect(body.variables).toContainEqual({
      ...{ name: 'invoice_number', placeholder: '[[invoice_number]]', sample: 'FCT-001' },
      description: 'Number of the invoice',
    });
    expect(body.conditions.map(one => one.name)).toContain('overdue');
    expect((await variables('?category=receipt')).status).toBe(422);
  });

  it.each(['invoice', 'proforma', 'delivery_note'])('%s: the preview accepts each', async category => {
    const { body } = await variables(`?category=${category}`);
    const all = [...body.variables.map(one => `[[${one.name}]]`), ...body.conditions.map(one => `{if ${one.name}}x{endif}`)];
    expect((await preview({ ...words, body: all.join(' '), category })).body.unknownVariables).toEqual([]);
  });
});
