import { describe, expect, it } from 'vitest';
import { ofSize } from './calls.ts';
import { downloadCalls } from './download-calls.ts';

const { newDraft, uploadViaBucket, fetched } = downloadCalls();

describe('GET /invoices/{uuid}/attachments/{attachmentId}', () => {
  it('a file that is too large for a response is one redirect away, under the same name and type', async () => {
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
