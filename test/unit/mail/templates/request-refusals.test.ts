import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../../functions/email-templates/create.ts';
import { handler as list } from '../../../../functions/email-templates/list.ts';
import { handler as preview } from '../../../../functions/email-templates/preview.ts';
import { handler as update } from '../../../../functions/email-templates/update.ts';
import { handler as variables } from '../../../../functions/email-templates/variables.ts';
import { TEMPLATE } from '../../../api/email-templates/calls.ts';
import { refusedRequest } from '../../../support/refused/request.ts';

/** Errors of endpoints of email templates by query and body alone. */

const invalid = (field: string) => ({
  status: 422,
  code: 'validation_error',
  details: { [field]: [expect.any(String)] },
});

const WRONG_WORDS: [string, object][] = [
  ['subject', { subject: null }],
  ['subject', { subject: 'x'.repeat(501) }],
  ['body', { body: '' }],
  ['body', { body: ' ' }],
  ['body', { body: null }],
  ['body', { body: 'x'.repeat(50_001) }],
];

describe('POST /email-templates (REC-69 to REC-72)', () => {
  it.each<[string, object]>([
    ['name', { name: undefined }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(256) }],
    ...WRONG_WORDS,
    ['category', { category: 'receipt' }],
    ['language', { language: 'fr' }],
    ['isDefault', { isDefault: 'yes' }],
  ])('422 that names %s: %j', async (field, wrong) => {
    expect(await refusedRequest(create, { body: { ...TEMPLATE, ...wrong } })).toEqual(invalid(field));
  });

  it('accepts texts of the maximum length', async () => {
    const longest = { name: 'x'.repeat(255), subject: 'ș'.repeat(500), body: '😀'.repeat(25_000) };
    expect(await refusedRequest(create, { body: longest })).toBeUndefined();
  });
});

describe('PATCH /email-templates/{uuid}', () => {
  it.each<[string, object]>([['name', { name: '' }], ...WRONG_WORDS])('422 that names %s: %j', async (field, body) => {
    expect(await refusedRequest(update, { body })).toEqual(invalid(field));
  });

  it.each([{}, { category: 'proforma' }])('422 for %j, which changes nothing', async body => {
    expect(await refusedRequest(update, { body })).toMatchObject(invalid('body'));
  });
});

describe('POST /email-templates/preview', () => {
  it.each<[string, object]>([
    ['subject', { subject: undefined }],
    ...WRONG_WORDS,
    ['category', { category: 'receipt' }],
    ['language', { language: 'fr' }],
    ['documentId', { documentId: 'none' }],
  ])('422 that names %s: %j', async (field, wrong) => {
    expect(await refusedRequest(preview, { body: { subject: 'S', body: 'B', ...wrong } })).toEqual(invalid(field));
  });

  it('accepts a valid body', async () => {
    expect(await refusedRequest(preview, { body: { subject: 'S', body: 'B' } })).toBeUndefined();
  });
});

describe('queries', () => {
  it.each([
    ['GET /email-templates', list, 'category=receipt', 'category'],
    ['GET /email-templates', list, 'category=', 'category'],
    ['GET /email-templates', list, 'language=fr', 'language'],
    ['GET /email-templates/variables', variables, 'category=receipt', 'category'],
  ])('%s: 422 for ?%3$s', async (_, handler, query, field) => {
    expect(await refusedRequest(handler, { query })).toEqual(invalid(field));
  });
});
