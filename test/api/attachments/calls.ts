import { expect } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import type { PLANS } from '#shared/platform/access/plans.ts';
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

/** Posts a file to the bucket by the form of an announced upload. */
export const send = ({ url, fields }: AttachmentUpload, bytes: Uint8Array, overrides: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...overrides })) form.set(name, value);
  form.set('file', new File([new Uint8Array(bytes)], 'x'));
  return fetch(url, { method: 'POST', body: form });
};

/** Requests of these tests. */
export function attachmentsCalls(service: () => Service, { scope, request, draft }: Pick<Trader, 'scope' | 'request' | 'draft'>) {
  type Answer = Answered<Attachment & Refusal>;
  const newDraft = async (): Promise<string> => (await draft()).id;
  const upload = (id: string, form: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service().api('POST', `/api/v1/invoices/${id}/attachments`, { ...scope, body: form, headers }) as Promise<Answer>;
  const start = (id: string, body: object) =>
    request<AttachmentUpload & Refusal>('POST', `/invoices/${id}/attachments/uploads`, body);
  const complete = (id: string, uploadId: string) =>
    request<Attachment & Refusal>('POST', `/invoices/${id}/attachments/uploads/${uploadId}/complete`);
  /** Adds a file of any size: announced, posted to the bucket, completed. */
  const uploadViaBucket = async (id: string, filename: string, bytes: Uint8Array): Promise<Answer> => {
    const announced = await start(id, { filename, size: bytes.length });
    if (announced.status !== 201) return announced as unknown as Answer;
    expect((await send(announced.body, bytes)).ok).toBe(true);
    return complete(id, announced.body.uploadId);
  };
  const list = async (id: string): Promise<Attachment[]> =>
    (await request<Attachment[]>('GET', `/invoices/${id}/attachments`)).body;
  const fetched = <T = Buffer>(id: string, attachmentId: string) =>
    request<T>('GET', `/invoices/${id}/attachments/${attachmentId}`);
  const remove = (id: string, attachmentId: string) => request<Refusal>('DELETE', `/invoices/${id}/attachments/${attachmentId}`);
  return { newDraft, upload, start, complete, uploadViaBucket, list, fetched, remove };
}
