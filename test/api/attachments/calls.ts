import { expect } from 'vitest';
import { readCompany } from '../../../shared/access/records.ts';
import { PLANS } from '../../../shared/access/plans.ts';
import { type Answered, lastingTrader, type Refusal } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export interface Shown {
  id: string;
  filename: string;
  mimeType: string;
  size: number;
  uploadedAt: string;
  uploadedBy: { id: string; name: string };
  description: string | null;
}
export type Answer = Answered<Shown & Refusal>;
export const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];

/** A text file of this many bytes. */
export const ofSize = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(97);

export interface Target {
  uploadId: string;
  url: string;
  fields: Record<string, string>;
  maxBytes: number;
  expiresAt: string;
}

/** Requests of these tests. */
export function attachmentsCalls(service: () => Service) {
  async function onPlan(plan: keyof typeof PLANS): Promise<Scope & { clientId: string }> {
    const other = await lastingTrader(service());
    const organizationId = (await readCompany(other.company))?.organizationId ?? '';
    const answer = await service().api('PUT', `/_local/plans/${organizationId}`, { body: { plan } });
    expect(answer.status).toBe(200);
    return other;
  }
  return { onPlan };
}
