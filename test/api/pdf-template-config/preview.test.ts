import { describe, expect, it } from 'vitest';
import type { Answered } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { DEFAULTS, pdfTemplateConfigCalls } from './calls.ts';

const service = useService();
const { newScope, read, change } = pdfTemplateConfigCalls(service);
const preview = (scope: Scope, body: object): Promise<Answered<Buffer>> =>
  call(service(), scope, 'POST', '/pdf-template-config/preview', body);

describe('preview of a template', () => {
  it('is a page of a sample invoice without scripts and external resources; nothing is stored', async () => {
    const scope = await newScope();
    const answer = await preview(scope, { templateSlug: 'bold', primaryColor: '#0f766e', fontFamily: 'Open Sans' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    const page = answer.body.toString();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('class="document bold');
    expect(page).toContain('--panel: #0f766e');
    expect(page).toContain('FCT-0001');
    expect(await read(scope)).toEqual(DEFAULTS);
  });

  it('uses the defaults for fields that are not given, and the stored configuration for the rest', async () => {
    const scope = await newScope();
    await change(scope, { templateSlug: 'bold', footerText: 'Subsolul nostru' });
    const page = (await preview(scope, {})).body.toString();
    expect(page).toContain('class="document classic');
    expect(page).toContain('Subsolul');
  });

  it('rejects an unknown template (400)', async () => {
    expect((await preview(await newScope(), { templateSlug: 'fancy' })).status).toBe(400);
  });
});
