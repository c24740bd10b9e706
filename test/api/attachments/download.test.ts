import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { attachmentsCalls, ofSize } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service } = trader;
const { newDraft, upload, uploadViaBucket, fetched } = attachmentsCalls(service, trader);

describe('GET /invoices/{uuid}/attachments/{attachmentId}', () => {
  it('returns the file with its type, name, length and time of upload', async () => {
    const id = await newDraft();
    const { body } = await upload(id, formWith(PDF, 'Notă "de" recepție.pdf'));
    const answer = await fetched(id, body.id);
    expect(answer.status).toBe(200);
    expect(Buffer.compare(answer.body, PDF)).toBe(0);
    const shown = ['content-type', 'content-length', 'x-upload-date', 'x-content-type-options'];
    expect(shown.map(name => answer.headers.get(name))).toEqual([
      'application/pdf',
      String(PDF.length),
      body.uploadedAt,
      'nosniff',
    ]);
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="/);
    expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '')).toBe('Notă -de- recepție.pdf');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('returns 404 for the attachment of another invoice and for an unknown one', async () => {
    const [one, other] = [await newDraft(), await newDraft()];
    const { body } = await upload(one, formWith(PDF));
    expect(codeOf(await fetched<Refusal>(other, body.id))).toEqual([404, 'not_found']);
    expect(codeOf(await fetched<Refusal>(one, randomUUID()))).toEqual([404, 'not_found']);
  });

  it.runIf(DEPTH)('a file that is too large for a response is one redirect away, under the same name and type', async () => {
    const id = await newDraft();
    const large = ofSize(5_000_000);
    const { body } = await uploadViaBucket(id, 'mare.txt', large);
    const redirect = await fetched<undefined>(id, body.id);
    expect([redirect.status, redirect.headers.get('x-upload-date')]).toEqual([302, body.uploadedAt]);
    const file = await fetch(redirect.headers.get('location') ?? '');
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-length')]).toEqual([
      200,
      'text/plain',
      '5000000',
    ]);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="mare.txt"');
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), large)).toBe(0);
  });
});
