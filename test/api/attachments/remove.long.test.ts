import { describe, expect, it } from 'vitest';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Attachment as StoredAttachment } from '#shared/model/attachment.ts';
import { ATTACHMENTS, storageKeyOf, storageUseKey } from '#shared/documents/invoices/attachments/model.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Refusal } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { attachmentsCalls } from './calls.ts';
import { removeCalls } from './remove-calls.ts';

const { service, newTrader, newDraft, upload, remove } = removeCalls();

describe('DELETE /invoices/{uuid}/attachments/{attachmentId}', () => {
  it('of many simultaneous deletions, one deletes', async () => {
    const id = await newDraft();
    const { body } = await upload(id, formWith(PDF));
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id, body.id)));
    expect(answers.map(answer => answer.status).sort()).toEqual([204, 410, 410, 410, 410]);
  });

  it('deleting the draft removes its attachments and frees their storage', async () => {
    const own = await newTrader();
    const { id } = await own.draft();
    const { body } = await attachmentsCalls(service, own).upload(id, formWith(PDF));
    const company = own.scope.company;
    expect((await own.remove(id)).status).toBe(204);
    expect(codeOf(await own.request<Refusal>('GET', `/invoices/${id}/attachments/${body.id}`))).toEqual([404, 'not_found']);
    expect(
      await getItem<{ pk: string; sk: string; data: StoredAttachment }>(ATTACHMENTS.key(company, id, body.id)),
    ).toBeUndefined();
    const used = await getItem<{ pk: string; sk: string; bytes: number }>(storageUseKey(company));
    expect(used?.bytes).toBe(0);
    await service().idle();
    expect(await hasFile(storageKeyOf(company, id, body.id))).toBe(false);
  });
});
