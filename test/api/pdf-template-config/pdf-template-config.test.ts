import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answered, call, issued, type Refusal } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();

type Configuration = Record<string, unknown>;

const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
const read = async (scope: Scope): Promise<Configuration> =>
  (await call<Configuration>(service(), scope, 'GET', '/pdf-template-config')).body;
const change = (scope: Scope, body: object): Promise<Answered<Configuration & Refusal>> =>
  call(service(), scope, 'PUT', '/pdf-template-config', body);
const preview = (scope: Scope, body: object): Promise<Answered<Buffer>> =>
  call(service(), scope, 'POST', '/pdf-template-config/preview', body);

/** A company whose changes are all refused. */
let refusing: Scope;
beforeAll(async () => {
  refusing = await newScope();
});

const DEFAULTS = {
  // Made with the company.
  id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  templateSlug: 'classic',
  primaryColor: null,
  fontFamily: 'DejaVu Sans',
  showLogo: true,
  showBankInfo: true,
  footerText: null,
  customCss: null,
};

describe('PDF template configuration (interface.md, completions-documents §12)', () => {
  it('shows what every company begins with', async () => {
    expect(await read(await newScope())).toEqual(DEFAULTS);
  });

  it('changes what is named and keeps the rest; null resets', async () => {
    const scope = await newScope();
    const css = '.totals { background: #f5f5f5 }';
    const first = await change(scope, { templateSlug: 'bold', primaryColor: '#0F766E', showLogo: false, customCss: css });
    expect(first.status).toBe(200);
    const stored = {
      ...DEFAULTS,
      id: first.body['id'],
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

  it('changes that come together are all kept', async () => {
    const scope = await newScope();
    const changes = [{ templateSlug: 'modern' }, { primaryColor: '#111111' }, { footerText: 'Jos' }, { showLogo: false }];
    const answers = await Promise.all(changes.map(one => change(scope, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(scope)).toMatchObject(Object.assign({}, ...changes) as object);
  });

  it.each([
    ['templateSlug', 'fancy'],
    ['templateSlug', 1],
    ['primaryColor', 'red'],
    ['primaryColor', '#12345'],
    ['primaryColor', '#12345g'],
    ['primaryColor', '#000000;}'],
    ['fontFamily', 'x'.repeat(101)],
    ['footerText', 'x'.repeat(2001)],
    ['customCss', ' '.repeat(20_001)],
    ['showLogo', 'yes'],
    ['customCss', '@import "other.css";'],
    ['customCss', 'h1 { background: url(https://example.org/x.png) }'],
    ['customCss', 'h1 { width: expression(alert(1)) }'],
    ['customCss', 'h1 { color: red }</style><script>'],
    ['customCss', '.totals { display: none }'],
    ['customCss', '.totals::after { content: "0,00 RON" }'],
  ])('refuses %s = %j with 400 that names the field, and stores nothing', async (field, value) => {
    const scope = refusing;
    const { status, body } = await change(scope, { footerText: 'kept out', [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'bad_request', details: { [field]: expect.arrayContaining([expect.any(String)]) } });
    expect(await read(scope)).toEqual(DEFAULTS);
  });

  it('tells line and declaration of what a style sheet may not say', async () => {
    const { body } = await change(await newScope(), { customCss: 'h1 { color: navy }\n.totals {\n  opacity: 0;\n}' });
    expect(body.error).toMatchObject({
      message: 'customCss: Line 3: the property "opacity" may not be set.',
      details: { customCss: ['Line 3: the property "opacity" may not be set.'] },
    });
  });

  it('lists the four templates with their colours', async () => {
    const { body } = await call<Configuration[]>(service(), await newScope(), 'GET', '/pdf-template-config/templates');
    expect(body.map(({ slug, defaultColor }) => [slug, defaultColor])).toEqual([
      ['classic', '#2563eb'],
      ['modern', '#6366f1'],
      ['minimal', '#374151'],
      ['bold', '#dc2626'],
    ]);
    for (const { name, description } of body) expect(`${name as string}${description as string}`).not.toBe('');
  });
});

describe('preview of a template', () => {
  it('is a page of a sample invoice that runs no script and fetches nothing; nothing is stored', async () => {
    const scope = await newScope();
    const answer = await preview(scope, { templateSlug: 'bold', primaryColor: '#0f766e', fontFamily: 'Open Sans' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    const page = answer.body.toString();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('class="document bold"');
    expect(page).toContain('--panel: #0f766e');
    expect(page).toContain('FCT-0001');
    expect(await read(scope)).toEqual(DEFAULTS);
  });

  it('shows the defaults for what is not named, and the rest of what the company has stored', async () => {
    const scope = await newScope();
    await change(scope, { templateSlug: 'bold', footerText: 'Subsolul nostru' });
    const page = (await preview(scope, {})).body.toString();
    expect(page).toContain('class="document classic"');
    expect(page).toContain('Subsolul');
  });

  it.each([{ templateSlug: 'fancy' }, { primaryColor: 'red' }])('refuses %j (400)', async body => {
    expect((await preview(await newScope(), body)).status).toBe(400);
  });
});

describe('PDFs follow the configuration', () => {
  const pdfOf = <T = Buffer>(scope: Scope, id: string): Promise<Answered<T>> =>
    call<T>(service(), scope, 'GET', `/invoices/${id}/pdf`);
  const textOf = async ({ body }: Answered<Buffer>): Promise<string> =>
    (await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: true })).text;

  it('of an issued invoice is made anew when the configuration has changed, and refused (422) when it would not show what it must', async () => {
    const scope = await newScope();
    const { id } = await issued(service(), scope, { clientId: (await service().newClient(scope)).id });
    const before = await pdfOf(scope, id);
    expect(before.status).toBe(200);
    expect(await textOf(before)).not.toContain('Subsolul nostru');

    await change(scope, { templateSlug: 'minimal', footerText: 'Subsolul nostru', customCss: 'h1 { color: navy }' });
    const after = await pdfOf(scope, id);
    expect(after.status).toBe(200);
    expect(await textOf(after)).toContain('Subsolul nostru');

    // Every declaration is allowed; together they push the amounts over the edge of the paper.
    await change(scope, { customCss: '.totals :is(th, td) { padding: 0 57pt; font-size: 20pt }' });
    const refused = await pdfOf<Refusal>(scope, id);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'validation_error', details: { customCss: [expect.any(String)] } });
  });
});
