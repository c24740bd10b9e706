import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { pdfTemplateConfigCalls } from './calls.ts';

const service = useService();
const { newScope, change } = pdfTemplateConfigCalls(service);

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
