import { describe, expect, it } from 'vitest';
import { getFile, hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { storageKeyOf } from '#shared/documents/invoices/attachments/model.ts';
import type { Refusal } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { removeCalls } from './remove-calls.ts';

const { service, scope, newDraft, upload, list, fetched, remove } = removeCalls();

describe('DELETE /invoices/{uuid}/attachments/{attachmentId}', () => {
  it('204; then reading and deleting it return 410, and its bytes are deleted', async () => {
    const id = await newDraft();
    const { body } = await upload(id, formWith(PDF));
    const key = storageKeyOf(scope.company, id, body.id);
    expect((await getFile(key))?.bytes.length).toBe(PDF.length);
    expect((await remove(id, body.id)).status).toBe(204);
    expect(codeOf(await fetched<Refusal>(id, body.id))).toEqual([410, 'gone']);
    expect(codeOf(await remove(id, body.id))).toEqual([410, 'gone']);
    expect(await list(id)).toEqual([]);
    await service().idle();
    expect(await hasFile(key)).toBe(false);
  });
});
