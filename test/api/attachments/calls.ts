import { expect } from 'vitest';
import { readCompany } from '../../../shared/access/records.ts';
import { PLANS } from '../../../shared/access/plans.ts';
import type { Answered, Attachment, Refusal } from '../../support/contract.ts';
import { lastingTrader } from '../../support/invoices.ts';
import { type Scope, type Service } from '../../support/service.ts';

export type Answer = Answered<Attachment & Refusal>;
export const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];

/** A text file of this many bytes. */
export const ofSize = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(97);

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
