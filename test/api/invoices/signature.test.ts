import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Refusal } from '../../support/contract.ts';
import { verifySignatureCalls } from './verify-signature-calls.ts';

const { request, issued, simulator, invoice, key, original, store, file, signedAgain } = verifySignatureCalls();

describe('GET /invoices/{uuid}/signature and /taxauth-response (OUT-21, OUT-22)', () => {
  beforeEach(() => store(original.answer));

  it('return the files of the response, as the authority sent them', async () => {
    const header = ({ headers }: { headers: Headers }) =>
      ['content-type', 'content-disposition', 'content-length'].map(name => headers.get(name));
    const [signature, answer] = [await file('signature'), await file('taxauth-response')];
    const index = String(invoice.taxauthUploadIndex);
    expect([signature.status, ...header(signature)]).toEqual([
      200,
      'application/xml',
      `attachment; filename="semnatura_${index}.xml"`,
      String(signature.body.length),
    ]);
    expect([answer.status, ...header(answer)]).toEqual([
      200,
      'application/zip',
      `attachment; filename="${invoice.number}.zip"`,
      String(answer.body.length),
    ]);
    const members = unzipSync(answer.body);
    expect(Object.keys(members).toSorted()).toEqual([`${index}.xml`, `semnatura_${index}.xml`]);
    expect(Buffer.from(members[`semnatura_${index}.xml`] ?? []).equals(signature.body)).toBe(true);
  });

  it('404 where the authority has not responded', async () => {
    const { id } = await issued();
    for (const name of ['signature', 'taxauth-response']) {
      const { status, body } = await file<Refusal>(name, id);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('404 for the signature of a response without one, or of one that cannot be read', async () => {
    await signedAgain(null);
    expect((await file('signature')).status).toBe(404);
    await store(original.answer.subarray(0, 200));
    expect((await file('signature')).status).toBe(404);
  });

  it.each([
    ['down', {}, 503, null],
    ['rateLimited', { retryAfter: 120 }, 429, '120'],
  ])('a response that is no longer stored, while the authority is %s: %j → %i', async (mode, more, expected, retryAfter) => {
    await removeFile(key.answer);
    await simulator({ mode, ...more });
    const { status, headers } = await file('taxauth-response');
    await simulator({ mode: 'ok' });
    expect(status).toBe(expected);
    if (retryAfter) expect(headers.get('retry-after')).toBe(retryAfter);
    expect((await file('taxauth-response')).status).toBe(200);
  });

  it('422 without a connection, for a response that is no longer stored; a stored one needs none', async () => {
    const { body: tokens } = await request<{ id: string }[]>('GET', '/taxauth/tokens');
    for (const { id } of tokens) await request('DELETE', `/taxauth/tokens/${id}`);
    expect((await file('taxauth-response')).status).toBe(200);
    await removeFile(key.answer);
    const { status, body } = await file<Refusal>('taxauth-response');
    expect([status, body.error.code, body.error.details['reason']]).toEqual([422, 'validation_error', 'taxauth_not_connected']);
  });
});
