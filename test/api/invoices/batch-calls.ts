import type { Answered, Refusal } from '../../support/contract.ts';
import type { Scope, Service } from '../../support/service.ts';

/** Requests of batches of invoices. */

export interface Result {
  index: number;
  status: number;
  invoice: { id: string; number: string; status: string; total: number } | null;
  validation: { valid: boolean; errors: string[]; warnings: string[] } | null;
  error: { code: string; message: string; details?: Record<string, unknown> } | null;
}

export interface Batch {
  results: Result[];
  succeeded: number;
  refused: number;
}

/** @param key the header `Idempotency-Key` */
export const sendBatch = async (service: Service, scope: Scope, body: object, key?: string): Promise<Answered<Batch & Refusal>> =>
  (await service.api('POST', '/api/v1/invoices/batch', {
    ...scope,
    body,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  })) as Answered<Batch & Refusal>;

export const numbersOf = ({ results }: Batch): (string | undefined)[] => results.map(({ invoice }) => invoice?.number);
