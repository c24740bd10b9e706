import { describe, expect, it } from 'vitest';
import { handler as preview } from '../../../functions/pdf-template-config/preview.ts';
import { handler as update } from '../../../functions/pdf-template-config/update.ts';
import { checkCss } from '#shared/output/pdf/css/custom-css.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of the endpoints of the PDF template configuration by the body alone. */

const refusalOf = (field: string) => ({
  status: 400,
  code: 'bad_request',
  details: { [field]: expect.arrayContaining([expect.any(String)]) },
});

describe('PUT /pdf-template-config (OUT-16, OUT-17)', () => {
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
  ])('rejects %s = %j with 400 that names the field', async (field, value) => {
    expect(await refusedRequest(update, { body: { footerText: 'Jos', [field]: value } })).toEqual(refusalOf(field));
  });

  it('accepts a valid body', async () => {
    const body = { templateSlug: 'bold', primaryColor: '#0F766E', customCss: '.totals { background: #f5f5f5 }' };
    expect(await refusedRequest(update, { body })).toBeUndefined();
  });
});

describe('customCss, which is validated after the body', () => {
  it.each([
    '@import "other.css";',
    'h1 { background: url(https://example.org/x.png) }',
    'h1 { width: expression(alert(1)) }',
    'h1 { color: red }</style><script>',
    '.totals { display: none }',
    '.totals::after { content: "0,00 RON" }',
  ])('may not be %s', css => {
    expect(checkCss(css).problems).not.toEqual([]);
  });
});

describe('POST /pdf-template-config/preview', () => {
  it.each([
    ['templateSlug', 'fancy'],
    ['primaryColor', 'red'],
  ])('rejects %s = %j with 400 that names the field', async (field, value) => {
    expect(await refusedRequest(preview, { body: { [field]: value } })).toEqual(refusalOf(field));
  });
});
