import { expecting } from '../../../infra/local/api-client.ts';
import { formWith, PDF } from '../files.ts';
import { draft } from '../invoices.ts';
import type { Showcase } from './showcase.ts';

/** @returns the path of an attachment that was deleted */
export async function removedAttachment({ service, scope, clientId }: Showcase): Promise<string> {
  const { id } = await draft(service, scope, { clientId });
  const path = `/api/v1/invoices/${id}/attachments`;
  const made = await expecting<{ id: string }>(
    201,
    'An attachment',
    service.api('POST', path, { ...scope, body: formWith(PDF) }),
  );
  await expecting(204, 'Removing', service.api('DELETE', `${path}/${made.id}`, scope));
  return `${path}/${made.id}`;
}
