import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Answered, Refusal } from '../../support/contract.ts';
import { useOwnService, useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { paymentCalls } from '../payments/calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const trader = useTrader({ service, lasting: true });
const { request, act, draft, issued, detailOf, creditIssued } = trader;

const get = <T = Buffer>(path: string): Promise<Answered<T>> => request<T>('GET', `/invoices/${path}`);

const { pay } = paymentCalls(trader);

const headers = ({ headers }: { headers: Headers }, ...names: string[]) => names.map(name => headers.get(name));

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

  it.runIf(DEPTH)('of an issued invoice reflects its payments and credit notes, and is unchanged without them', async () => {
    const { id } = await issued();
    const first = await get(`${id}/pdf`);
    const again = await get(`${id}/pdf`);
    expect(again.body.equals(first.body)).toBe(true);
    expect(await textOf(first.body)).not.toContain('Achitat');

    expect((await pay(id, '21.01')).status).toBe(201);
    const paid = await textOf((await get(`${id}/pdf`)).body);
    expect([paid.includes('Achitat'), paid.includes('99,99 RON')]).toEqual([true, true]);

    await creditIssued({ id });
    const credited = await textOf((await get(`${id}/pdf`)).body);
    expect([credited.includes('Stornat'), credited.includes('39,49 RON')]).toEqual([true, true]);
  });

  it.runIf(DEPTH)(
    'letters that no font has: the invoice is issued, its PDF is rejected with 422, and the renderer of the issue ends without an error',
    async () => {
      const lines = [{ description: '삼성', quantity: '1', unitPrice: '10', vatRate: '21' }];
      const { id } = await issued({ lines });
      const refused = await get<Refusal>(`${id}/pdf`);
      expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_error']);
      expect(refused.body.error.message).toContain('"삼" (U+C0BC) in the line 1 description');
      await service().idle();
      const log = readFileSync(join(service().dataDir, 'service.log'), 'utf8').split('\n');
      const ofDocument = log.filter(line => line.includes(id));
      // At least one: the strict run delivers the message of a rendering twice.
      expect(ofDocument.filter(line => line.includes('not tried again')).length).toBeGreaterThan(0);
      expect(ofDocument.filter(line => line.includes('"level":"ERROR"'))).toEqual([]);
    },
  );

  it.runIf(DEPTH)('failed rendering returns 500, and may be tried again', async () => {
    const { id } = await draft();
    const { faults } = service().runtime;
    faults.add({ service: 's3', operation: 'PutObject', kind: 'fail', rate: 1 });
    const refused = await get<Refusal>(`${id}/pdf`);
    faults.clear();
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([500, 'internal_error', '5']);
    expect((await get(`${id}/pdf`)).status).toBe(200);
  });

  it.runIf(DEPTH)('marks a cancelled invoice, whose XML stays', async () => {
    const { id } = await issued();
    await act(id, 'cancel', { reason: 'Comandă anulată' });
    expect(await textOf((await get(`${id}/pdf`)).body)).toContain('ANULAT');
    expect((await get(`${id}/xml`)).status).toBe(200);
  });
});

describe('GET /invoices/{uuid}/xml (OUT-19, OUT-20)', () => {
  it('returns the XML of the issued invoice as a download', async () => {
    const { id, number } = await issued();
    const answer = await get(`${id}/xml`);
    expect(answer.status).toBe(200);
    expect(headers(answer, 'content-type', 'content-disposition', 'content-length')).toEqual([
      'application/xml',
      `attachment; filename="${number}.xml"`,
      String(answer.body.length),
    ]);
    expect(answer.body.toString()).toContain(
      'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1</cbc:CustomizationID>',
    );
  });

  it('returns 404 for a draft', async () => {
    const { id } = await draft();
    const { status, body } = await get<Refusal>(`${id}/xml`);
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'A draft has no XML: issue it first.' }]);
  });
});
