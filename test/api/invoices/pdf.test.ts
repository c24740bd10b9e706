import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { headers } from './files-calls.ts';
import { pdfCalls, textOf } from './pdf-calls.ts';

const service = useService();

const { request, draft, issued, detailOf, get } = pdfCalls(service);

describe('GET /invoices/{uuid}/pdf (OUT-2 to OUT-12)', () => {
  it('returns the PDF inline, under its number, with its length and time of creation', async () => {
    const { id, number } = await issued();
    const answer = await get(`${id}/pdf`);
    expect(answer.status).toBe(200);
    expect(headers(answer, 'content-type', 'content-disposition', 'content-length')).toEqual([
      'application/pdf',
      `inline; filename="${number}.pdf"`,
      String(answer.body.length),
    ]);
    expect(Math.abs(Date.parse(answer.headers.get('x-generated-at') ?? '') - service().runtime.clock.now())).toBeLessThan(60_000);
    const text = await textOf(answer.body);
    expect(text).toContain(number);
    expect(text).not.toContain('CIORNĂ');
  });

  it('disposition=attachment makes it a download; another value is rejected: 422', async () => {
    const { id, number } = await issued();
    expect(headers(await get(`${id}/pdf?disposition=attachment`), 'content-disposition')).toEqual([
      `attachment; filename="${number}.pdf"`,
    ]);
    expect(headers(await get(`${id}/pdf?disposition=inline`), 'content-disposition')).toEqual([
      `inline; filename="${number}.pdf"`,
    ]);
    const refused = await get<Refusal>(`${id}/pdf?disposition=open`);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_error']);
  });

  it('marks a draft, uses its language, and reflects every change of it', async () => {
    const { id } = await draft({ notes: 'prima' });
    const first = await textOf((await get(`${id}/pdf`)).body);
    expect([first.includes('CIORNĂ'), first.includes('prima')]).toEqual([true, true]);
    await request('PUT', `/invoices/${id}`, { notes: 'a doua', language: 'en' });
    const second = await textOf((await get(`${id}/pdf`)).body);
    expect([second.includes('DRAFT'), second.includes('a doua'), second.includes('prima')]).toEqual([true, true, false]);
    // Reading a draft does not change it.
    expect(await detailOf(id)).toMatchObject({ pdfGenerated: false, pdfPath: null });
  });
});
