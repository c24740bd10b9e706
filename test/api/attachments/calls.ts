import { expect } from 'vitest';
import { readCompany } from '../../../shared/access/records.ts';
import type { PLANS } from '../../../shared/access/plans.ts';
import type { Answered, Attachment, AttachmentUpload, Refusal } from '../../support/contract.ts';
import type { Scope, Service } from '../../support/service.ts';
import type { Trader } from '../../support/trader.ts';

/** A text file of this many bytes. */
export const ofSize = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(97);

/** Puts the organization of a company on a plan. */
export async function putOnPlan(service: Service, { company }: Scope, plan: keyof typeof PLANS): Promise<void> {
  const organizationId = (await readCompany(company))?.organizationId ?? '';
  const answer = await service.api('PUT', `/_local/plans/${organizationId}`, { body: { plan } });
  expect(answer.status).toBe(200);
}

/** Requests of these tests. */
export function attachmentsCalls(service: () => Service, { scope, request, draft }: Pick<Trader, 'scope' | 'request' | 'draft'>) {
  type Answer = Answered<Attachment & Refusal>;
  const newDraft = async (): Promise<string> => (await draft()).id;
  const upload = (id: string, form: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service().api('POST', `/api/v1/invoices/${id}/attachments`, { ...scope, body: form, headers }) as Promise<Answer>;
  /** Adds a file of any size: announced, posted to the bucket, completed. */
  const uploadViaBucket = async (id: string, filename: string, bytes: Uint8Array): Promise<Answer> => {
    const announced = await request<AttachmentUpload & Refusal>('POST', `/invoices/${id}/attachments/uploads`, {
      filename,
      size: bytes.length,
    });
    if (announced.status !== 201) return announced as unknown as Answer;
    const form = new FormData();
    for (const [name, value] of Object.entries(announced.body.fields)) form.set(name, value);
    form.set('file', new File([new Uint8Array(bytes)], filename));
    expect((await fetch(announced.body.url, { method: 'POST', body: form })).ok).toBe(true);
    return request<Attachment & Refusal>('POST', `/invoices/${id}/attachments/uploads/${announced.body.uploadId}/complete`);
  };
  const list = async (id: string): Promise<Attachment[]> =>
    (await request<Attachment[]>('GET', `/invoices/${id}/attachments`)).body;
  const fetched = <T = Buffer>(id: string, attachmentId: string) =>
    request<T>('GET', `/invoices/${id}/attachments/${attachmentId}`);
  const remove = (id: string, attachmentId: string) => request<Refusal>('DELETE', `/invoices/${id}/attachments/${attachmentId}`);
  return { newDraft, upload, uploadViaBucket, list, fetched, remove };
}
