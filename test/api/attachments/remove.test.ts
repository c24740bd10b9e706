import { describe, expect, it } from 'vitest';
import { getFile, hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { ATTACHMENTS, storageKeyOf, storageUseKey } from '#shared/documents/invoices/attachments/model.ts';
import type { Attachment as StoredAttachment } from '#shared/model/attachment.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Refusal } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { attachmentsCalls } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service, scope, newTrader } = trader;
const { newDraft, upload, list, fetched, remove } = attachmentsCalls(service, trader);

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

  it.runIf(DEPTH)('of many simultaneous deletions, one deletes', async () => {
    const id = await newDraft();
    const { body } = await upload(id, formWith(PDF));
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id, body.id)));
    expect(answers.map(answer => answer.status).sort()).toEqual([204, 410, 410, 410, 410]);
  });

  it.runIf(DEPTH)('deleting the draft removes its attachments and frees their storage', async () => {
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
