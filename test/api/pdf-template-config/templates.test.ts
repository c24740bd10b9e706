import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { pdfTemplateConfigCalls } from './calls.ts';

const service = useService();
const { newScope } = pdfTemplateConfigCalls(service);

describe('PDF template configuration (OUT-15)', () => {
  it('lists the four templates with their colours', async () => {
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
