import { expect } from 'vitest';
import { readCompany } from '../../../shared/access/records.ts';
import type { PLANS } from '../../../shared/access/plans.ts';
import type { Answered, Attachment, Refusal } from '../../support/contract.ts';
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
  const list = async (id: string): Promise<Attachment[]> =>
    (await request<Attachment[]>('GET', `/invoices/${id}/attachments`)).body;
  const fetched = <T = Buffer>(id: string, attachmentId: string) =>
    request<T>('GET', `/invoices/${id}/attachments/${attachmentId}`);
  const removed = (id: string, attachmentId: string) => request<Refusal>('DELETE', `/invoices/${id}/attachments/${attachmentId}`);
  return { newDraft, upload, list, fetched, removed };
}
