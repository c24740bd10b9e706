import { randomUUID } from 'node:crypto';
import { expecting } from '../../../infra/local/api-client.ts';
import type { Scope, Service } from '../service.ts';

/** A series of receipts of the company. */
export async function receiptSeries(service: Service, scope: Scope): Promise<string> {
  const body = { type: 'receipt', prefix: `CH${randomUUID().slice(0, 8)}` };
  const made = service.api('POST', '/api/v1/document-series', { ...scope, body });
  return (await expecting<{ id: string }>(201, 'A series of receipts', made)).id;
}

/** The body of a receipt without a document, in a series of its own. */
export const receiptBody = async (service: Service, scope: Scope): Promise<object> => ({
  ...{ payer: 'Ion Pop', amount: 150.5, notes: 'Avans' },
  seriesId: await receiptSeries(service, scope),
});
