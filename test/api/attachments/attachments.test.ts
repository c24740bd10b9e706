import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { getFile, hasFile } from '../../../shared/aws/documents-bucket.ts';
import type { Attachment } from '../../../shared/model/attachment.ts';
import { ATTACHMENTS, storageKeyOf, storageUseKey } from '../../../shared/invoices/attachments/model.ts';
import { readCompany } from '../../../shared/access/records.ts';
import { PLANS } from '../../../shared/access/plans.ts';
import { getItem } from '../../../shared/store/read.ts';
import { companyScope } from '../../../shared/store/table.ts';
import { put, transact } from '../../../shared/store/transact.ts';
import { formWith, FILES, PDF, REFUSED } from '../../support/files.ts';
import { type Answered, call, detailOf, draft, issued, lastingTrader, type Refusal } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

interface Shown {
  id: string;
  filename: string;
  mimeType: string;
  size: number;
  uploadedAt: string;
  uploadedBy: { id: string; name: string };
  description: string | null;
}
type Answer = Answered<Shown & Refusal>;

const newDraft = async (): Promise<string> => (await draft(service(), scope, { clientId: scope.clientId })).id;
const upload = (id: string, form: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service().api('POST', `/api/v1/invoices/${id}/attachments`, { ...scope, body: form, headers }) as Promise<Answer>;
const list = async (id: string): Promise<Shown[]> =>
  (await call<Shown[]>(service(), scope, 'GET', `/invoices/${id}/attachments`)).body;
const fetched = <T = Buffer>(id: string, attachmentId: string) =>
  call<T>(service(), scope, 'GET', `/invoices/${id}/attachments/${attachmentId}`);
const removed = (id: string, attachmentId: string) =>
  call<Refusal>(service(), scope, 'DELETE', `/invoices/${id}/attachments/${attachmentId}`);
const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];

async function onPlan(plan: keyof typeof PLANS): Promise<Scope & { clientId: string }> {
  const other = await lastingTrader(service());
  const organizationId = (await readCompany(other.company))?.organizationId ?? '';
  const answer = await service().api('PUT', `/_local/plans/${organizationId}`, { body: { plan } });
  expect(answer.status).toBe(200);
  return other;
}

describe('POST /invoices/{uuid}/attachments (completions-documents §1.9)', () => {
  it('201: the attachment, with name, type, size, who and when', async () => {
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

  it('the type is what the content is, whatever name and form say', async () => {
    const { bytes } = FILES['a.png'] ?? { bytes: PDF };
    const answer = await upload(await newDraft(), formWith(bytes, 'a.pdf', {}, 'application/pdf'));
    expect([answer.status, answer.body.mimeType]).toEqual([201, 'image/png']);
  });

  it('a file of many comments without content is taken at once: looking at it takes as long as it is', async () => {
    const begun = performance.now();
    const answer = await upload(await newDraft(), formWith(Buffer.from(`${'<!---->'.repeat(2000)}<x/>`), 'comments.xml'));
    expect(answer.body).toMatchObject({ mimeType: 'application/xml' });
    // It took minutes from 32 comments on.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('file name: path parts removed; one that has nothing else is named after its type', async () => {
    const id = await newDraft();
    expect((await upload(id, formWith(PDF, '..\\..\\scan.pdf'))).body.filename).toBe('scan.pdf');
    expect((await upload(id, formWith(PDF, '..'))).body.filename).toBe('attachment.pdf');
  });

  it('stands in list and detail, newest first; no timeline event', async () => {
    const id = await newDraft();
    const names = ['1.pdf', '2.pdf', '3.pdf'];
    for (const name of names) await upload(id, formWith(PDF, name));
    expect((await list(id)).map(one => one.filename)).toEqual(names.toReversed());
    const detail = await detailOf(service(), scope, id);
    expect(detail['attachments']).toEqual(await list(id));
    expect(detail.events.map(event => event.type)).toEqual(['created']);
  });

  it('is allowed in every status except cancelled: 409 with status and cancelledAt', async () => {
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    expect((await upload(id, formWith(PDF))).status).toBe(201);
    await call(service(), scope, 'POST', `/invoices/${id}/cancel`, { reason: 'Comandată de două ori' });
    const refused = await upload(id, formWith(PDF));
    expect(codeOf(refused)).toEqual([409, 'conflict']);
    expect(refused.body.error.details).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String) as string });
    expect(codeOf(await removed(id, (await list(id))[0]?.id ?? ''))).toEqual([409, 'conflict']);
  });

  it('a repetition with the same Idempotency-Key adds nothing, though its form has another boundary', async () => {
    const id = await newDraft();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await upload(id, formWith(PDF), headers), await upload(id, formWith(PDF), headers)];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await list(id)).toHaveLength(1);
    expect(codeOf(await upload(id, formWith(PDF, 'other.pdf'), headers))).toEqual([422, 'validation_error']);
  });

  describe('errors', () => {
    const twice = formWith(PDF);
    twice.append('file', new File(['x'], 'b.txt'));
    const text = new FormData();
    text.set('file', 'not a file');
    const cases: [what: string, body: unknown, headers?: Record<string, string>][] = [
      ['400: no file', formless({ description: 'x' })],
      ['400: `file` is a text', text],
      ['400: two files', twice],
      ['400: an empty file', formWith(new Uint8Array())],
      ['400: not multipart', { file: 'x' }],
      ['400: a form that is broken', 'x', { 'content-type': 'multipart/form-data; boundary=b' }],
      ['400: a description of more than 500 characters', formWith(PDF, 'a.pdf', { description: 'x'.repeat(501) })],
    ];
    test.each(cases)('%s', async (_, body, headers = {}) => {
      expect(codeOf(await upload(await newDraft(), body, headers))).toEqual([400, 'bad_request']);
    });

    test.each(Object.entries(REFUSED))('415: %s, under the name of a PDF', async (_, bytes) => {
      expect(codeOf(await upload(await newDraft(), formWith(bytes)))).toEqual([415, 'unsupported_media_type']);
    });

    it('404: an invoice that there is not', async () => {
      expect(codeOf(await upload(randomUUID(), formWith(PDF)))).toEqual([404, 'not_found']);
    });
  });
});

function formless(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A text file of this many bytes. */
const ofSize = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(97);

describe('limits by plan (interface.md §Limits)', () => {
  it('413: a file above the plan size; one of just that size is taken', async () => {
    const own = await onPlan('freemium');
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const post = (bytes: number) =>
      service().api('POST', `/api/v1/invoices/${id}/attachments`, {
        ...own,
        body: formWith(ofSize(bytes), 'a.txt'),
      }) as Promise<Answer>;
    const limit = PLANS.freemium.attachmentMaxFileBytes;
    expect((await post(limit)).status).toBe(201);
    expect(codeOf(await post(limit + 1))).toEqual([413, 'payload_too_large']);
  });

  it('422: more attachments than the plan allows, exact when all come at once; a deleted one frees its place', async () => {
    const own = await onPlan('freemium');
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const post = () =>
      service().api('POST', `/api/v1/invoices/${id}/attachments`, { ...own, body: formWith(PDF) }) as Promise<Answer>;
    const answers = await Promise.all(Array.from({ length: 6 }, post));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
    const refused = await post();
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
    expect(refused.body.error.details).toEqual({ file: [expect.stringContaining('3 attachments') as string] });
    const [one] = (await call<Shown[]>(service(), own, 'GET', `/invoices/${id}/attachments`)).body;
    await call(service(), own, 'DELETE', `/invoices/${id}/attachments/${one?.id}`);
    expect((await post()).status).toBe(201);
  });

  it('422: more bytes than the company may store; counted over all invoices, freed by deletion', async () => {
    const own = await onPlan('freemium');
    const key = storageUseKey(companyScope(own.company));
    const room = PLANS.freemium.attachmentStorageBytes;
    await transact([put({ ...key, kind: 'storage', bytes: room - PDF.length })]);
    const post = async () => {
      const { id } = await draft(service(), own, { clientId: own.clientId });
      const answer = (await service().api('POST', `/api/v1/invoices/${id}/attachments`, {
        ...own,
        body: formWith(PDF),
      })) as Answer;
      return { id, answer };
    };
    const first = await post();
    expect(first.answer.status).toBe(201);
    expect((await getItem<typeof key & { bytes: number }>(key))?.bytes).toBe(room);
    expect(codeOf((await post()).answer)).toEqual([422, 'validation_error']);
    await call(service(), own, 'DELETE', `/invoices/${first.id}/attachments/${first.answer.body.id}`);
    expect((await post()).answer.status).toBe(201);
  });
});

describe('GET /invoices/{uuid}/attachments/{attachmentId}', () => {
  it('is the file with its type, its name, its length and when it was uploaded', async () => {
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
    expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '')).toBe('Notă "de" recepție.pdf');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('a file that a function could not answer with is one redirect away, under the same name and type', async () => {
    const id = await newDraft();
    const large = ofSize(5_000_000);
    const { body } = await upload(id, formWith(large, 'mare.txt'));
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

  it('404: neither the attachment of another invoice nor one that there is not', async () => {
    const [one, other] = [await newDraft(), await newDraft()];
    const { body } = await upload(one, formWith(PDF));
    expect(codeOf(await fetched<Refusal>(other, body.id))).toEqual([404, 'not_found']);
    expect(codeOf(await fetched<Refusal>(one, randomUUID()))).toEqual([404, 'not_found']);
  });
});

describe('DELETE /invoices/{uuid}/attachments/{attachmentId}', () => {
  it('204; then reading and deleting it are answered with 410, and its bytes are gone', async () => {
    const id = await newDraft();
    const { body } = await upload(id, formWith(PDF));
    const key = storageKeyOf(companyScope(scope.company), id, body.id);
    expect((await getFile(key))?.bytes.length).toBe(PDF.length);
    expect((await removed(id, body.id)).status).toBe(204);
    expect(codeOf(await fetched<Refusal>(id, body.id))).toEqual([410, 'gone']);
    expect(codeOf(await removed(id, body.id))).toEqual([410, 'gone']);
    expect(await list(id)).toEqual([]);
    await service().idle();
    expect(await hasFile(key)).toBe(false);
  });

  it('of many deletions at once, one is the deletion', async () => {
    const id = await newDraft();
    const { body } = await upload(id, formWith(PDF));
    const answers = await Promise.all(Array.from({ length: 5 }, () => removed(id, body.id)));
    expect(answers.map(answer => answer.status).sort()).toEqual([204, 410, 410, 410, 410]);
  });

  it('deleting the draft removes its attachments and frees their storage', async () => {
    const own = await lastingTrader(service());
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const { body } = (await service().api('POST', `/api/v1/invoices/${id}/attachments`, {
      ...own,
      body: formWith(PDF),
    })) as Answer;
    const company = companyScope(own.company);
    expect((await call(service(), own, 'DELETE', `/invoices/${id}`)).status).toBe(204);
    expect(codeOf(await call<Refusal>(service(), own, 'GET', `/invoices/${id}/attachments/${body.id}`))).toEqual([
      404,
      'not_found',
    ]);
    expect(await getItem<{ pk: string; sk: string; data: Attachment }>(ATTACHMENTS.key(company, id, body.id))).toBeUndefined();
    const used = await getItem<{ pk: string; sk: string; bytes: number }>(storageUseKey(company));
    expect(used?.bytes).toBe(0);
    await service().idle();
    expect(await hasFile(storageKeyOf(company, id, body.id))).toBe(false);
  });
});

interface Target {
  uploadId: string;
  url: string;
  fields: Record<string, string>;
  maxBytes: number;
  expiresAt: string;
}

describe('uploads past the API, for files over its payload', () => {
  const start = (id: string, body: object) =>
    call<Target & Refusal>(service(), scope, 'POST', `/invoices/${id}/attachments/uploads`, body);
  const complete = (id: string, uploadId: string) =>
    call<Shown & Refusal>(service(), scope, 'POST', `/invoices/${id}/attachments/uploads/${uploadId}/complete`);
  const send = ({ url, fields }: Target, bytes: Uint8Array, overrides: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...overrides })) form.set(name, value);
    form.set('file', new File([new Uint8Array(bytes)], 'x'));
    return fetch(url, { method: 'POST', body: form });
  };

  it('announced, posted to the bucket, completed: an attachment; completing again answers the same', async () => {
    const id = await newDraft();
    const bytes = ofSize(7_000_000);
    const { status, body: target } = await start(id, { filename: 'a/arhivă.txt', size: bytes.length, description: 'mare' });
    expect([status, target.maxBytes]).toEqual([201, PLANS.business.attachmentMaxFileBytes]);
    expect((await send(target, bytes)).status).toBeLessThan(300);
    const first = await complete(id, target.uploadId);
    expect([first.status, first.body.filename, first.body.size, first.body.mimeType, first.body.description]).toEqual([
      201,
      'arhivă.txt',
      7_000_000,
      'text/plain',
      'mare',
    ]);
    expect((await complete(id, target.uploadId)).body).toEqual(first.body);
    expect(await list(id)).toHaveLength(1);
  });

  it('what is posted again after completion does not reach the attachment', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: PDF.length });
    await send(target, PDF);
    const { body } = await complete(id, target.uploadId);
    await send(target, Buffer.from('<script>'));
    expect(Buffer.compare((await fetched(id, body.id)).body, PDF)).toBe(0);
  });

  it('the form takes no other key, no more bytes than the plan allows, and nothing once it has expired', async () => {
    const own = await onPlan('freemium');
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const { body: target } = await call<Target>(service(), own, 'POST', `/invoices/${id}/attachments/uploads`, {
      filename: 'a.txt',
      size: 10,
    });
    expect((await send(target, PDF, { key: 'companies/x' })).status).toBe(403);
    expect((await send(target, ofSize(target.maxBytes + 1))).status).toBe(400);
    await service().advance('PT16M');
    expect((await send(target, PDF)).status).toBe(403);
  });

  it('415: what has arrived is looked at, whatever was announced', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: 10 });
    await send(target, REFUSED['a program of Windows'] ?? PDF);
    expect(codeOf(await complete(id, target.uploadId))).toEqual([415, 'unsupported_media_type']);
    expect(await list(id)).toEqual([]);
  });

  it('422: nothing has arrived; 413: more is announced than the plan allows; 404: no such upload', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: 10 });
    expect(codeOf(await complete(id, target.uploadId))).toEqual([422, 'validation_error']);
    expect(codeOf(await start(id, { filename: 'a.pdf', size: PLANS.business.attachmentMaxFileBytes + 1 }))).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(codeOf(await complete(id, randomUUID()))).toEqual([404, 'not_found']);
    expect(codeOf(await complete(await newDraft(), target.uploadId))).toEqual([404, 'not_found']);
  });

  it('400: no name, no size', async () => {
    const answer = await start(await newDraft(), {});
    expect(codeOf(answer)).toEqual([400, 'bad_request']);
    expect(Object.keys(answer.body.error.details).sort()).toEqual(['filename', 'size']);
  });

  it('completed twice at once, it is one attachment', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: PDF.length });
    await send(target, PDF);
    const answers = await Promise.all([1, 2, 3].map(() => complete(id, target.uploadId)));
    expect(answers.map(answer => answer.status)).toEqual([201, 201, 201]);
    expect(await list(id)).toHaveLength(1);
  });
});
