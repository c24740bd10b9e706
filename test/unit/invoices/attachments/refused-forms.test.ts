import { describe, expect, it } from 'vitest';
import { readForm } from '#shared/documents/invoices/attachments/form.ts';
import { formWith, PDF } from '../../../support/files.ts';
import { refusedFieldsBy } from '../../../support/refused/fields.ts';

/** Forms that POST /invoices/{uuid}/attachments rejects with 400 (OUT-23). */

const read = async (form: FormData | string, headers: Record<string, string> = {}) => {
  const sent = new Response(form, { headers });
  return readForm(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') ?? undefined);
};
const formOf = (...parts: [name: string, value: string | File][]): FormData => {
  const form = new FormData();
  for (const part of parts) form.append(...part);
  return form;
};
const pdf = new File([new Uint8Array(PDF)], 'a.pdf');
const text = new File(['x'], 'b.txt');

describe('A form with one file', () => {
  it('accepts a valid form', async () => {
    const form = formWith(PDF, 'a.pdf', { description: 'x'.repeat(500) });
    expect(await read(form)).toMatchObject({ filename: 'a.pdf', description: 'x'.repeat(500) });
  });

  it.each<[string, FormData | string, string[], Record<string, string>?]>([
    ['no file', formOf(['description', 'x']), ['file']],
    ['`file` is a text', formOf(['file', 'not a file']), ['file']],
    ['two files', formOf(['file', pdf], ['file', text]), ['file']],
    ['an empty file', formWith(new Uint8Array()), ['file']],
    ['not multipart', '{"file":"x"}', [], { 'content-type': 'application/json' }],
    ['a broken form', 'x', [], { 'content-type': 'multipart/form-data; boundary=b' }],
    ['a description that is a file', formOf(['file', pdf], ['description', text]), ['description']],
    ['a description of more than 500 characters', formWith(PDF, 'a.pdf', { description: 'x'.repeat(501) }), ['description']],
  ])('%s: 400', async (_, form, fields, headers) => {
    expect(await refusedFieldsBy(() => read(form, headers))).toEqual([400, 'bad_request', fields]);
  });
});
