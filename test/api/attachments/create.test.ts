import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { formWith, FILES, PDF, REFUSED } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { createCalls } from './create-calls.ts';

const { act, issued, newDraft, upload, list, remove, onFreemium } = createCalls();

describe('POST /invoices/{uuid}/attachments (OUT-23 to OUT-33)', () => {
  it('201: the attachment, with name, type, size, uploader and time', async () => {
    const id = await newDraft();
    const answer = await upload(id, formWith(PDF, 'Proces verbal – recepție.pdf', { description: ' Recepția mărfii ' }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      filename: 'Proces verbal – recepție.pdf',
      mimeType: 'application/pdf',
      size: PDF.length,
      description: 'Recepția mărfii',
      uploadedBy: { name: 'Ana Popescu' },
    });
    expect(answer.body.uploadedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('the type follows from the content, whatever name and form say', async () => {
    const { bytes } = FILES['a.png'] ?? { bytes: PDF };
    const answer = await upload(await newDraft(), formWith(bytes, 'a.pdf', {}, 'application/pdf'));
    expect([answer.status, answer.body.mimeType]).toEqual([201, 'image/png']);
  });

  it('file name: path parts are removed; a file without a name is named after its type', async () => {
    const id = await newDraft();
    expect((await upload(id, formWith(PDF, '..\\..\\scan.pdf'))).body.filename).toBe('scan.pdf');
    expect((await upload(id, formWith(PDF, '..'))).body.filename).toBe('attachment.pdf');
  });

  it('409 for a cancelled invoice, with status and cancelledAt, when adding and removing; an issued one allows both', async () => {
    const { id } = await issued();
    expect((await upload(id, formWith(PDF))).status).toBe(201);
    await act(id, 'cancel', { reason: 'Comandată de două ori' });
    const refused = await upload(id, formWith(PDF));
    expect(codeOf(refused)).toEqual([409, 'conflict']);
    expect(refused.body.error.details).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String) as string });
    expect(codeOf(await remove(id, (await list(id))[0]?.id ?? ''))).toEqual([409, 'conflict']);
  });

  describe('errors', () => {
    let asked: string;
    beforeAll(async () => {
      asked = await newDraft();
    });
    it('400: no file', async () => {
      const form = new FormData();
      form.set('description', 'x');
      expect(codeOf(await upload(asked, form))).toEqual([400, 'bad_request']);
    });

    test.each(Object.entries(REFUSED))('415: %s, under the name of a PDF', async (_, bytes) => {
      expect(codeOf(await upload(asked, formWith(bytes)))).toEqual([415, 'unsupported_media_type']);
    });

    it('404: an invoice that does not exist', async () => {
      expect(codeOf(await upload(randomUUID(), formWith(PDF)))).toEqual([404, 'not_found']);
    });
  });
});

describe('limits by plan (OUT-26, OUT-27)', () => {
  it('422: more attachments than the plan allows, also when they are sent at once; deleting one makes room', async () => {
    const own = await onFreemium();
    const id = await own.newDraft();
    const post = () => own.upload(id, formWith(PDF));
    const answers = await Promise.all(Array.from({ length: 6 }, post));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
    const refused = await post();
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
    expect(refused.body.error.details).toEqual({ file: [expect.stringContaining('3 attachments') as string] });
    const [one] = await own.list(id);
    await own.remove(id, one?.id ?? '');
    expect((await post()).status).toBe(201);
  });
});
