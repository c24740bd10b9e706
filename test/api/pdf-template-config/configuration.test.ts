import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, useService } from '../../support/service.ts';
import { DEFAULTS, pdfTemplateConfigCalls } from './calls.ts';
import { call, issued } from '../../support/invoices.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Answered, Refusal } from '../../support/contract.ts';

const service = useService();
const { newScope, read, change } = pdfTemplateConfigCalls(service);
/** A company whose changes are all rejected. */
let refusing: Scope;
beforeAll(async () => {
  refusing = await newScope();
});

describe('PDF template configuration (OUT-13 to OUT-17)', () => {
  it('changes the given fields and keeps the rest; null resets', async () => {
    const scope = await newScope();
    const css = '.totals { background: #f5f5f5 }';
    const first = await change(scope, { templateSlug: 'bold', primaryColor: '#0F766E', showLogo: false, customCss: css });
    expect(first.status).toBe(200);
    const stored = {
      ...DEFAULTS,
      id: first.body.id,
      templateSlug: 'bold',
      primaryColor: '#0F766E',
      showLogo: false,
      customCss: css,
    };
    expect(first.body).toEqual(stored);
    const second = await change(scope, { footerText: ' Mulțumim ', showBankInfo: false, fontFamily: 'Open Sans' });
    const later = { ...stored, footerText: 'Mulțumim', showBankInfo: false, fontFamily: 'Open Sans' };
    expect(second.body).toEqual(later);
    expect((await change(scope, {})).body).toEqual(later);
    expect(await read(scope)).toEqual(later);
    const reset = Object.fromEntries(Object.keys(DEFAULTS).map(field => [field, null]));
    expect((await change(scope, reset)).body).toEqual({ ...DEFAULTS, id: stored.id, fontFamily: null });
  });

  it('saves all simultaneous changes', async () => {
    const scope = await newScope();
    const changes = [{ templateSlug: 'modern' }, { primaryColor: '#111111' }, { footerText: 'Jos' }, { showLogo: false }];
    const answers = await Promise.all(changes.map(one => change(scope, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(scope)).toMatchObject(Object.assign({}, ...changes) as object);
  });

  it.each([
    ['templateSlug', 'fancy'],
    ['customCss', '.totals { display: none }'],
  ])('rejects %s = %j with 400 that names the field, and stores nothing', async (field, value) => {
    const scope = refusing;
    const { status, body } = await change(scope, { footerText: 'kept out', [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'bad_request', details: { [field]: expect.arrayContaining([expect.any(String)]) } });
    expect(await read(scope)).toEqual(DEFAULTS);
  });

  it('names line and declaration of a style sheet that is not allowed', async () => {
    const { body } = await change(refusing, { customCss: 'h1 { color: navy }\n.totals {\n  opacity: 0;\n}' });
    expect(body.error).toMatchObject({
      message: 'customCss: Line 3: the property "opacity" may not be set.',
      details: { customCss: ['Line 3: the property "opacity" may not be set.'] },
    });
  });

  it('lists the four templates with their colours (OUT-15)', async () => {
    const { body } = await call<Record<string, string>[]>(service(), await newScope(), 'GET', '/pdf-template-config/templates');
    expect(body.map(({ slug, defaultColor }) => [slug, defaultColor])).toEqual([
      ['classic', '#2563eb'],
      ['modern', '#6366f1'],
      ['minimal', '#374151'],
      ['bold', '#dc2626'],
    ]);
    for (const { name, description } of body) expect(`${name}${description}`).not.toBe('');
  });
});

describe('PDFs follow the configuration', () => {
  const pdfOf = <T = Buffer>(scope: Scope, id: string): Promise<Answered<T>> =>
    call<T>(service(), scope, 'GET', `/invoices/${id}/pdf`);
  const textOf = async ({ body }: Answered<Buffer>): Promise<string> =>
    (await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: true })).text;

  it('of an issued invoice is rendered again when the configuration has changed, and rejected (422) when it would hide required data', async () => {
    const scope = await newScope();
    const { id } = await issued(service(), scope, { clientId: (await service().newClient(scope)).id });
    const before = await pdfOf(scope, id);
    expect(before.status).toBe(200);
    expect(await textOf(before)).not.toContain('Subsolul nostru');

    await change(scope, { templateSlug: 'minimal', footerText: 'Subsolul nostru', customCss: 'h1 { color: navy }' });
    const after = await pdfOf(scope, id);
    expect(after.status).toBe(200);
    expect(await textOf(after)).toContain('Subsolul nostru');

    // Every declaration is allowed; together they move the amounts off the page.
    await change(scope, { customCss: '.totals :is(th, td) { padding: 0 57pt; font-size: 20pt }' });
    const refused = await pdfOf<Refusal>(scope, id);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'validation_error', details: { customCss: [expect.any(String)] } });
  });
});
