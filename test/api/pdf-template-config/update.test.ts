import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, useService } from '../../support/service.ts';
import { DEFAULTS, pdfTemplateConfigCalls } from './calls.ts';

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
});
